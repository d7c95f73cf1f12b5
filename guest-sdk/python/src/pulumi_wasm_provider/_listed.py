"""One thing where several may stand. Most often it is a text, which is a sequence of its letters for Python and for type checkers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

T = TypeVar("T")


def listed(given: Iterable[T] | None) -> list[T]:
    """The things of a list; one that stands alone is the list of it, and None is the empty one."""
    if given is None:
        return []
    if isinstance(given, str) or not isinstance(given, Iterable):
        alone: Any = given
        return [alone]
    return list(given)
