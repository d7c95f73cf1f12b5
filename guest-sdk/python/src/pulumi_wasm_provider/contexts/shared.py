"""The values that the instances of a component share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .._interface.host import host
from .._interface.schedule import milliseconds


class Shared:
    """Expensive values, such as login tokens, and rate limits that the instances of the component share in one process.

    Values are secrets: they are in the memory of the process
    alone, and hidden in messages. Another process makes new ones.
    """

    def get_or_make(self, name: str, lives: float, make: Callable[[], str | tuple[str, float]]) -> str:
        """The value of that name. If it is missing, `make` makes it, while other instances wait. If `make` fails, the
        next instance tries.

            token = cx.shared.get_or_make("token", 3600, lambda: http.post(url).raise_for_status().json()["token"])

        A maker runs in the call that asks, under its rules: in previews nothing is sent that could change something, unless the
        provider declares that it only reads, and `configure` may log in. Values are texts: keep several in one as JSON.

        Args:
            lives: After so many seconds it is forgotten.
            make: Gives the value, or the value and how many seconds this one lives.

        Fails as `make` does; with `TimedOutError` and `CancelledError` while it waits; with `ProviderError` if a limit
        is reached, and if `make` asks for the same name; with `UnsupportedError` in checks of the configuration.
        """
        found = host().get_shared(name)
        if isinstance(found, str):
            return found
        try:
            made = make()
        except BaseException:
            host().give_up_shared(found)
            raise
        value, lives = made if isinstance(made, tuple) else (made, lives)
        host().keep_shared(found, value, milliseconds(lives))
        return value

    def forget(self, name: str, value: str) -> None:
        """Removes a value that the server has rejected, so that the next use makes a new value. Keeps the current value if it
        changed in the meantime."""
        host().forget_shared(name, value)

    def rate(self, name: str, per_second: float, burst: int = 1) -> Rate:
        """A rate limit for all instances together: on average `per_second` turns a second, and up to `burst` turns at
        once after a pause. Use the same numbers for a name everywhere.

            cx.shared.rate("requests", per_second=10, burst=20).wait()
        """
        return Rate(name, per_second, burst)


@dataclass(frozen=True)
class Rate:
    """A rate. See `Shared.rate`."""

    name: str
    per_second: float
    burst: int

    def wait(self) -> None:
        """Waits for the next turn. Fails with
        `TimedOutError` at once if the call's time does not suffice, and
        with `CancelledError` when the deployment is being ended."""
        host().acquire(self.name, float(self.per_second), self.burst)
