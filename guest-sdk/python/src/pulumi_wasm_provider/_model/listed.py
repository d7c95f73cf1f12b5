"""A single value in place of a list. Most often it is a text, which is also a sequence of letters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

T = TypeVar("T")


def listed(given: Iterable[T] | None) -> list[T]:
    """The values of a list. A single value is a list with one element, and None is an empty list."""
    if given is None:
        return []
    if isinstance(given, str) or not isinstance(given, Iterable):
        alone: Any = given
        return [alone]
    return list(given)
