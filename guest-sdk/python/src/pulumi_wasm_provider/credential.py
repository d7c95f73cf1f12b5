"""Secrets of the configuration that the host sends with requests, so that the provider does not handle them. A
credential is an option of the host that receives it, and refers to an attribute of the configuration:
`Net("api.example.com", credential=Bearer(Settings.token))`. With `host_only`, the provider does not get the value: an
optional attribute is None, and reading any other attribute fails.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Bearer:
    """Sent as `Authorization: Bearer …`."""

    token: str | None
    """The value of the configuration that holds the secret: `Settings.token`."""
    host_only: bool = False
    """Whether only the host gets the value."""


@dataclass(frozen=True)
class Basic:
    """Sent as a basic authorization: `Basic(Settings.user, Settings.password)`."""

    user: str | None
    """The user: the value of the configuration that holds it, or a text."""
    password: str | None
    """The value of the configuration that holds the secret."""
    host_only: bool = False
    """Whether only the host gets the password."""


@dataclass(frozen=True)
class Header:
    """Sent in another header: `Header("x-api-key", Settings.api_key)`."""

    header: str
    """The header's name."""
    value: str | None
    """The value of the configuration that holds the secret."""
    host_only: bool = False
    """Whether only the host gets the value."""


@dataclass(frozen=True)
class Tls:
    """The configuration values for TLS with a host.

    `Net(Settings.server, tls=Tls(ca=Settings.ca_certificate, certificate=Settings.certificate, key=Settings.key))`
    """

    ca: str | None = None
    """Certificates of authorities, in PEM. They are trusted in addition to the certificates of the machine."""
    certificate: str | None = None
    """The certificate that the host shows to the server, in PEM; with `key`."""
    key: str | None = None
    """Its key, in PEM: a secret."""
    insecure: bool | None = None
    """A boolean: whether certificates are left unchecked, if the user granted that by `--allow-insecure-tls`."""
    host_only: bool = False
    """Whether only the host gets the key."""
