"""The place of a value in a property map, written the way Pulumi reads it: `rules[0].port`, `tags["a.b"]`."""

from __future__ import annotations

import re

_NEEDS_QUOTES = re.compile(r'^$|^\*$|[.\[\]"]')


def key(parent: str, name: str) -> str:
    """The path of the entry `name` below `parent`, which is empty at the root."""
    if not name.isidentifier() and _NEEDS_QUOTES.search(name):
        escaped = name.replace('"', '\\"')
        return f'{parent}["{escaped}"]'
    return f"{parent}.{name}" if parent else name


def item(parent: str, index: int) -> str:
    """The path of the element at `index`, from 0."""
    return f"{parent}[{index}]"


def is_at_or_below(path: str, above: str) -> bool:
    """Whether `path` is `above`, or something inside it."""
    if not path.startswith(above):
        return False
    rest = path[len(above) :]
    return not rest or rest[0] in ".[" or not above


def camel(name: str) -> str:
    """The camel case of a Python name: `zone_id` is `zoneId`, and `from_` is `from`."""
    first, *rest = [word for word in name.split("_") if word] or [""]
    return first + "".join(word[0].upper() + word[1:] for word in rest)
