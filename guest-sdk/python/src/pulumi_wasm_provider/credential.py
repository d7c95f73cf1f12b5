"""Secrets of the configuration that the host sends with requests, so that the provider need not.

They stand at the attribute of the configuration, with the hosts that they go to:
`token: Secret[str | None] = Field(default=None, credential=Bearer(host="api.example.com"))`; or at a want of `Provider(net=…)`, with
the attribute: `Net("api.example.com", credential=Bearer("token"))`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Bearer:
    """Sent as `Authorization: Bearer …`."""

    config: str = ""
    """At a want: the attribute that holds the secret."""
    host: str | Sequence[str] = ()
    """At an attribute: the address that it is sent to, as in `Net`."""
    withhold: bool = False
    """Whether it is kept from the provider. Its attribute is None then where it may be, and otherwise fails when it is read."""


@dataclass(frozen=True)
class Basic:
    """Sent as the password of a basic authorization."""

    config: str = ""
    """At a want: the attribute that holds the secret."""
    host: str | Sequence[str] = ()
    """At an attribute: the address that it is sent to, as in `Net`."""
    user: str | None = None
    """The user, or:"""
    user_config: str | None = None
    """The attribute of the configuration that holds it."""
    withhold: bool = False
    """Whether it is kept from the provider. Its attribute is None then where it may be, and otherwise fails when it is read."""


@dataclass(frozen=True)
class Header:
    """Sent in another header."""

    header: str
    """The header's name."""
    config: str = ""
    """At a want: the attribute that holds the secret."""
    host: str | Sequence[str] = ()
    """At an attribute: the address that it is sent to, as in `Net`."""
    withhold: bool = False
    """Whether it is kept from the provider. Its attribute is None then where it may be, and otherwise fails when it is read."""


@dataclass(frozen=True)
class Tls:
    """At a want: the attributes of the configuration that TLS with that host follows.

    `Net("config:server", tls=Tls(ca="ca_certificate", certificate="client_certificate", key="client_key"))`
    """

    ca: str | None = None
    """Certificates of authorities, in PEM, that are trusted beside those of the machine."""
    certificate: str | None = None
    """The certificate that the host shows to the server, in PEM; with `key`."""
    key: str | None = None
    """Its key, in PEM: a secret."""
    insecure: str | None = None
    """A truth value: whether certificates are left unchecked, if the user granted that by `--allow-insecure-tls`."""
    withhold: bool = False
    """Whether the key is kept from the provider. Its attribute is None then where it may be, and otherwise fails when it is
    read."""
