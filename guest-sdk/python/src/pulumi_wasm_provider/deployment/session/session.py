"""One construction: the functions that the host may still call."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ...errors import NotFoundError, ProviderError
from .host import declarations

#: Makes the text of the result from the text of the argument. The host asks for it once.
Callback = Callable[[str], str]

#: The open sessions by their numbers.
_open: dict[int, Session] = {}
#: The session that the host has entered.
_running: Session | None = None


class Session:
    """A construction from `construct` to `close`."""

    def __init__(self, number: int) -> None:
        self.number = number
        #: The functions that were not called yet, by their numbers.
        self._callbacks: dict[int, Callback] = {}
        #: Functions that the host may call many times: transforms, and hooks of children.
        self._kept: dict[int, Callback] = {}
        self._count = 0

    @staticmethod
    def open(number: int) -> Session:
        """Begins a session."""
        session = _open[number] = Session(number)
        return session

    @staticmethod
    def find(number: int) -> Session:
        """An open session."""
        found = _open.get(number)
        if found is None:
            raise NotFoundError(f"the session {number} is not open")
        return found

    @staticmethod
    def close(number: int) -> None:
        """Ends a session. Its functions are dropped, with all that they hold."""
        _open.pop(number, None)

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Makes this the running session."""
        global _running
        before, _running = _running, self
        try:
            yield
        finally:
            _running = before

    def apply(self, source: str, callback: Callback, position: str) -> int:
        """Declares a value that a function derives from the source, and returns its node. `position` is the line that
        declares it."""
        number = self._count
        node = declarations().apply(self.number, source, number, position)
        self._count += 1
        self._callbacks[number] = callback
        return node

    def keep(self, callback: Callback) -> int:
        """Stores a function that the host may call many times, and returns its number."""
        number = self._count
        self._count += 1
        self._kept[number] = callback
        return number

    def run_kept(self, kind: str, callback: int, argument: str) -> str:
        """Runs a stored function. `kind` is its name in messages."""
        found = self._kept.get(callback)
        if found is None:
            raise NotFoundError(f"the session {self.number} has no {kind} {callback}")
        return found(argument)

    def run(self, callback: int, argument: str) -> str:
        """Runs a function that runs only once, and forgets it."""
        found = self._callbacks.pop(callback, None)
        if found is None:
            raise NotFoundError(f"the session {self.number} has no callback {callback}, or has run it")
        return found(argument)


def running() -> Session:
    """The session that the host has entered."""
    if _running is None:
        raise ProviderError("no component is constructed here: outputs are made, and children declared, in `construct`")
    return _running


def number() -> int | None:
    """The number of the running session; None outside of `construct` and functions of `apply`."""
    return None if _running is None else _running.number
