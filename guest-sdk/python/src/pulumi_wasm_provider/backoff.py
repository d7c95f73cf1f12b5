"""The pauses between attempts: of requests that are sent again, and of waits."""

from __future__ import annotations

from dataclasses import dataclass

#: The longest time that the host takes.
MAX_MILLISECONDS = (1 << 32) - 1


@dataclass(frozen=True, kw_only=True)
class Backoff:
    """How often something is attempted, and how long the pauses between the attempts are. Requests and waits have
    different defaults."""

    first_delay: float | None = None
    """The pause before the second attempt, in seconds. A request has half a second; a wait needs it."""
    factor: float | None = None
    """Each pause is so many times as long as the pause before it: 1 or more. A request has 2, a wait 1."""
    max_delay: float | None = None
    """The longest pause, in seconds. A request has 30, and is not sent again if the server asks for a longer pause; a wait has no limit."""
    attempts: int | None = None
    """Attempts in all, the first included. A request has 5, and at most 20; a wait has no limit."""
    timeout: float | None = None
    """The time of all attempts together, in seconds. Without it, the time of the call counts."""


def milliseconds(seconds: float) -> int:
    """A time as the host takes it, at least one millisecond: 0 would mean something else."""
    return max(1, min(MAX_MILLISECONDS, round(seconds * 1000)))
