"""The outcome of an exception that an author did not catch."""

from __future__ import annotations

import os
import re
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from .._model import source as _source
from .._network.sockets import UnansweredError, UnansweredInTimeError
from .._network.status import failed_with_status, without_query
from ..errors import NotKnownError, ProviderError

#: The folder of this package.
_HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
#: The folder of Python's modules.
_LIBRARY = os.path.dirname(os.path.abspath(os.__file__))


#: The number of frames shown at each end of a long traceback: an endless recursion has a thousand.
_SHOWN = 8


class UnrecordableError(ProviderError):
    """The result of a hook cannot be recorded. This is found after the hook's work, so it is not a failure that changed
    nothing."""


@contextmanager
def recordable() -> Iterator[None]:
    """Runs the code that writes an answer of a hook that changes nothing: a value that
    cannot be written is a mistake of the provider, not of the program, and not a crash."""
    try:
        yield
    except ProviderError as error:
        raise ProviderError(f"the provider's answer cannot be recorded: {error.message}") from None


class UnrecordedError(ProviderError):
    """A call succeeded, but some outputs of the resource cannot be written. The resource keeps its id and the other outputs."""

    def __init__(self, id: str, outputs: str, names: list[str], message: str) -> None:
        super().__init__(message)
        self.id = id
        #: The other outputs, as JSON text.
        self.outputs = outputs
        self.names = names


def as_provider_error(error: BaseException) -> ProviderError | None:
    """The error that the call fails with, or None for a crash, which the author did not foresee."""
    if isinstance(error, UnrecordableError):
        return None
    if isinstance(error, ProviderError):
        return error
    if isinstance(error, NotKnownError):
        return ProviderError(f"{error}; ask `value_of` first")
    return _of_a_library(error) or _of_a_status(error)


def _of_a_status(error: BaseException) -> ProviderError | None:
    """The failure of a status that a library raised, in the form of `http`."""
    kind, library = type(error).__name__, type(error).__module__.partition(".")[0]
    if (library, kind) == ("urllib", "HTTPError"):
        answer: Any = error
        return _answered(answer.code, "the server", answer.url, answer.read)
    if (library, kind) in (("requests", "HTTPError"), ("httpx", "HTTPStatusError")):
        answer = getattr(error, "response", None)
        if answer is not None:
            return _answered(answer.status_code, answer.request.method, answer.url, lambda: answer.content)
    return None


def _answered(status: int, method: str, url: object, body: Callable[[], bytes]) -> ProviderError:
    try:
        content = body()
    except Exception:
        # The body was read already, or its stream was abandoned.
        content = b""
    return failed_with_status(status, f"{method} {without_query(str(url))}", content)


def _of_a_library(error: BaseException) -> ProviderError | None:
    """The failure of the host that a library wrapped in its own exception. An exception of the author, or an exception
    of Python while handling one, stays a crash."""
    failure = _failure_behind(error)
    if failure is None or (error is not failure and not _is_of_a_library(error)):
        return None
    return failure.failure


def _failure_behind(error: BaseException) -> UnansweredError | UnansweredInTimeError | None:
    seen: list[BaseException] = []
    waiting: list[object] = [error]
    while waiting:
        found = waiting.pop(0)
        if not isinstance(found, BaseException) or any(found is one for one in seen):
            continue
        if isinstance(found, (UnansweredError, UnansweredInTimeError)):
            return found
        seen.append(found)
        waiting += [found.__cause__, found.__context__, getattr(found, "reason", None), *found.args]
    return None


def _is_of_a_library(error: BaseException) -> bool:
    module = type(error).__module__
    if module.partition(".")[0] in sys.stdlib_module_names:
        return module != "builtins"
    file = getattr(sys.modules.get(module), "__file__", None) or ""
    # The packages are in the third folder of the component.
    return file.startswith("/2/") or bool({"packages", "site-packages"} & set(re.split(r"[/\\]", file)))


def described(error: BaseException) -> str:
    """An exception, and the author's lines that it passed, the innermost last."""
    lines = [_headline(error)]
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not is_not_authors(frame.filename)]
    left_out = len(frames) - 2 * _SHOWN
    for number, frame in enumerate(frames):
        if left_out > 1 and _SHOWN <= number < _SHOWN + left_out:
            if number == _SHOWN:
                lines.append(f"  … {left_out} more places …")
            continue
        lines.append(f"  at {_source.shown(frame.filename)}:{frame.lineno}, in {frame.name}")
        if frame.line:
            lines.append(f"      {frame.line}")
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if cause is not None and cause is not error:
        lines.append(f"because of {_headline(cause)}")
    return "\n".join(lines)


def _headline(error: BaseException) -> str:
    text = str(error)
    if isinstance(error, UnrecordableError):
        return text
    name = type(error).__name__
    notes = "".join(f"\n{note}" for note in getattr(error, "__notes__", ()))
    return (f"{name}: {text}" if text else name) + notes


def is_not_authors(file: str) -> bool:
    """Whether a file belongs to this package or to Python, so that an author cannot change it."""
    path = os.path.abspath(file) if os.path.isabs(file) or sys.platform != "wasi" else file
    return path.startswith((_HERE, _LIBRARY)) or file.startswith("<")
