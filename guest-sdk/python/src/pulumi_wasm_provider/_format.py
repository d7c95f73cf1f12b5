"""The manifest's format: the lowest that has all keys which a manifest uses, so that hosts of any age read what they can."""

from __future__ import annotations

from typing import Any

#: The first format that there was.
_FIRST = 1

#: The places of keys that a format added. `*` is any name. The host has the same table.
_ADDED = (
    (2, ("resources", "*", "properties", "*", "computed")),
    (2, ("types", "*", "properties", "*", "computed")),
    (2, ("resources", "*", "outputDependencies")),
    (2, ("resources", "*", "concurrency")),
    (2, ("wants", "net", "*", "tls")),
    (2, ("wants", "net", "*", "proxy")),
)


def format_of(manifest: dict[str, Any]) -> int:
    """The format that a manifest has to have."""
    return max((since for since, path in _ADDED if _has(manifest, path)), default=_FIRST)


def _has(value: Any, path: tuple[str, ...]) -> bool:
    """Whether something stands at a path."""
    if not path:
        return True
    step, *rest = path
    if isinstance(value, list) and step == "*":
        return any(_has(inner, tuple(rest)) for inner in value)
    if not isinstance(value, dict):
        return False
    found = list(value.values()) if step == "*" else [value[step]] if step in value else []
    return any(_has(inner, tuple(rest)) for inner in found)
