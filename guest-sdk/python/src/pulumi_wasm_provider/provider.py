"""A whole provider."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .config import Config
from .credential import Basic, Bearer, Header, Tls
from .deployment.resources.component import Component
from .deployment.resources.packages import Package
from .function import Function
from .resource.resource import Resource


@dataclass(frozen=True)
class Net:
    """An address that the provider asks for: `Net("api.example.com")`, `Net(Settings.server_url)`."""

    host: str | None
    """`HOST`, `HOST:PORT` or `*.DOMAIN`, each optionally with a scheme before it; or an attribute of the configuration
    that contains the user's address."""
    required: bool = False
    """Whether the package cannot be added without that grant."""
    reason: str = ""
    """The purpose, for the user who is asked."""
    safe_requests: Sequence[str] = ()
    """Requests that only read, though their method could change something:
    `POST /search`. They are sent even in calls that may not change anything. A GraphQL query needs no entry, and an entry
    for its path lets mutations pass too."""
    credential: Bearer | Basic | Header | None = None
    """A secret of the configuration that the host sends with the requests."""
    tls: Tls | None = None
    """The values of the configuration that TLS follows there."""
    proxy: str | None = None
    """The attribute of the configuration with the address of the proxy that requests go through, as `Settings.proxy`. It has no default."""


@dataclass(frozen=True)
class Env:
    """An environment variable that the provider asks for."""

    name: str
    required: bool = False
    reason: str = ""


@dataclass(frozen=True)
class SchemaMapping:
    """The names of another ecosystem's types in this package: information for converters."""

    key: str
    data: str
    provider: str | None = None


@dataclass
class Provider:
    """The package that a component serves. The module that `pyproject.toml` names has one.

    An option that is left out comes from `[project]` of `pyproject.toml`:
    name, version, description, license, keywords, and the
    addresses `Homepage` and `Repository` of `[project.urls]`.
    """

    resources: Sequence[type[Resource]] = ()
    components: Sequence[type[Component]] = ()
    packages: Mapping[str, str | Package | None] = field(default_factory=dict)
    """The packages whose resources the components may declare, with the versions; None is the version that the program has."""
    functions: Sequence[Function[..., Any]] = ()
    config: type[Config] | None = None
    net: Sequence[Net | str] = ()
    env: Sequence[Env | str] = ()
    name: str | None = None
    version: str | None = None
    description: str | None = None
    homepage: str | None = None
    repository: str | None = None
    license: str | None = None
    display_name: str | None = None
    publisher: str | None = None
    namespace: str | None = None
    attribution: str | None = None
    logo: str | None = None
    download_url: str | None = None
    keywords: Sequence[str] = ()
    language: Mapping[str, Any] | None = None
    mappings: Sequence[SchemaMapping] = field(default_factory=tuple)
