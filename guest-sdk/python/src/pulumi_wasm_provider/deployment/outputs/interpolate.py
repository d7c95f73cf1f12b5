"""Texts with outputs in them."""

from __future__ import annotations

import string
from typing import Any

from ...errors import ProviderError
from ..session.origin import place
from .declared import Expression
from .output import Output, applied

_FORMATTER = string.Formatter()


def interpolate(template: str, /, *values: object, **named: object) -> Output[str]:
    """Puts values into a text, as `str.format` does: outputs, inputs and plain values.

        interpolate("https://{}/{}", host, page.id)
        interpolate("{title} <{url}>", title=self.title, url=url)

    Write a brace as two braces.
    """
    if not isinstance(template, str):
        raise ProviderError(f'`interpolate` begins with a text, as in `interpolate("https://{{}}/", output)`{_at()}')
    _judge(template, len(values), set(named))
    names = list(named)
    given = [value if isinstance(value, Expression) else Output.of(value) for value in (*values, *named.values())]
    count = len(values)

    def text(known: list[Any]) -> str:
        for place, value in zip((*range(count), *names), known):
            if value is None:
                raise ProviderError(f"the value for the place `{place}` is null, which is not text: make text of it with `apply`")
        return template.format(*known[:count], **dict(zip(names, known[count:])))

    return applied(Output.of(given), text, "interpolate")


def _judge(template: str, count: int, names: set[str]) -> None:
    """Checks that the places match the values. The values may still be unknown."""
    used: set[str] = set()
    automatic, numbered = 0, False
    try:
        for name in _places(template):
            first = name.split(".")[0].split("[")[0]
            numbered = numbered or first.isdecimal()
            if not first:
                first, automatic = str(automatic), automatic + 1
            used.add(first)
    except ValueError as error:
        raise ProviderError(f"the text of `interpolate`{_at()} cannot be read: {error}; write a brace as two of them") from None
    if automatic and numbered:
        raise ProviderError(f"the text of `interpolate`{_at()} has places with numbers and places without: write all in one way")
    there = {str(index) for index in range(count)} | names
    missing, unused = sorted(used - there), sorted(there - used)
    if missing:
        raise ProviderError(f"the text of `interpolate`{_at()} has a place for `{missing[0]}`, and no such value is given")
    if unused:
        raise ProviderError(f"the text of `interpolate`{_at()} has no place for the value `{unused[0]}`: write `{{}}` where it belongs")


def _places(template: str) -> list[str]:
    places = []
    for _, name, form, _ in _FORMATTER.parse(template):
        if name is not None:
            places.append(name)
            places += _places(form or "")
    return places


def _at() -> str:
    at = place()
    return f" at {at}" if at else ""
