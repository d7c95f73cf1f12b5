"""The packages whose resources the components of this one may declare."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..._model.problems import Problems


@dataclass(frozen=True, kw_only=True)
class Package:
    """A package whose resources components declare: `packages={"random": Package(version="4.18.0")}`, or short
    `packages={"random": "4.18.0"}`."""

    version: str | None = None
    """The full version, such as `4.18.0`; None for the program's version."""
    plugin: str | None = None
    """The plugin that a parameter makes the package, such as `wasm`."""
    plugin_version: str | None = None
    parameter: str | None = None
    """The parameter, in base64."""


def written(packages: Mapping[str, str | Package | None], problems: Problems) -> dict[str, Any]:
    """The part `packages` of the manifest."""
    rows = {}
    for name, given in packages.items():
        package = given if isinstance(given, Package) else Package(version=given)
        row: dict[str, Any] = {}
        if package.version:
            row["version"] = package.version
        if package.plugin:
            row["parameter"] = {"plugin": package.plugin, "value": package.parameter or ""}
            if package.plugin_version:
                row["parameter"]["version"] = package.plugin_version
        elif package.parameter or package.plugin_version:
            problems.add("Provider", f"`packages` has a parameter for `{name}`: name the `plugin` that it is for")
        rows[name] = row
    return rows
