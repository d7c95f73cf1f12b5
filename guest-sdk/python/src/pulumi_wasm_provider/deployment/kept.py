"""Functions of an author that the host may call many times: the common part of transforms and hooks."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, TypeVar

from ..errors import ProviderError

T = TypeVar("T")


def called(function: Callable[[T], Any], argument: T, at: str, instead: str) -> None:
    """Calls a function. Its errors begin with `at`, such as `the transform at site.py:3`. The result is ignored. A function that is
    `async` is refused, because its result would not be awaited; `instead` is the advice."""
    try:
        given = function(argument)
    except ProviderError as error:
        error.prefixed(at)
        raise
    if inspect.iscoroutine(given):
        given.close()
        raise ProviderError(f"{at} is `async`: write {instead}")
