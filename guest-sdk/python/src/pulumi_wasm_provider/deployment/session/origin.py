"""The origin of an error, for its message: the place in the author's source, and the declaration."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

from ..._interpreter import failures as _failures
from ..._model import source as _source
from ...errors import InvalidError, ProviderError

T = TypeVar("T")


def place() -> str:
    """The line of the author's code that is running: `site.py:12`. An empty text if all of the code is this package's."""
    frame = sys._getframe(1)
    while frame is not None and _is_ours(frame.f_code.co_filename):
        back = frame.f_back
        if back is None:
            return ""
        frame = back
    return f"{_shown(frame.f_code.co_filename)}:{frame.f_lineno}"


@lru_cache(maxsize=256)
def _is_ours(file: str) -> bool:
    return _failures.is_not_authors(file)


@lru_cache(maxsize=256)
def _shown(file: str) -> str:
    return _source.shown(file)


class about:
    """Puts the name of the declaration in front of each `ProviderError`. Failures of its properties become a plain error, because they do
    not concern the component's inputs."""

    def __init__(self, what: str) -> None:
        self._what = what

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, InvalidError):
            raise ProviderError(f"{self._what}: {error.message}") from None
        if isinstance(error, ProviderError):
            error.prefixed(self._what)


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
