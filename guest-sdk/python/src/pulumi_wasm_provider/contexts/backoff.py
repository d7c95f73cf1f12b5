"""The attempts of requests and waits."""

from __future__ import annotations

from dataclasses import dataclass

from .._interface.schedule import MAX_MILLISECONDS, Schedule, milliseconds


@dataclass(frozen=True, kw_only=True)
class Backoff:
    """The number of attempts, and the pauses between them. Requests and waits have different defaults."""

    first_delay: float | None = None
    """The pause before the second attempt, in seconds. A request has half a second by default; a wait needs it."""
    factor: float | None = None
    """The ratio of each pause to the pause before it: 1 or more. A request has 2 by default, a wait 1."""
    max_delay: float | None = None
    """The longest pause, in seconds. A request has 30 by default, and is not sent again if the server asks for a longer pause; a wait has no limit."""
    attempts: int | None = None
    """The maximum number of attempts, including the first. A request has 5 by default, and at most 20; a wait has no limit."""
    timeout: float | None = None
    """The time for all attempts together, in seconds. By default, the time of the call."""


def of_request(backoff: Backoff) -> Schedule:
    """The attempts of a request. A first pause that is longer than the usual longest pause raises it."""
    first = 0.5 if backoff.first_delay is None else backoff.first_delay
    return _schedule(backoff, 5, first, 2.0, max(30.0, first))


def of_wait(backoff: Backoff) -> Schedule:
    """The attempts of a wait. By default their number has no limit."""
    if backoff.first_delay is None:
        raise TypeError("a wait needs its first pause: write `every=1`, or `Backoff(first_delay=1)`, in seconds")
    grows = backoff.factor is not None and backoff.factor > 1
    # Without growth, all pauses are equal.
    return _schedule(backoff, 0, backoff.first_delay, 1.0, MAX_MILLISECONDS if grows else backoff.first_delay)


def _schedule(backoff: Backoff, attempts: int, first: float, factor: float, longest: float) -> Schedule:
    return Schedule(
        attempts if backoff.attempts is None else backoff.attempts,
        milliseconds(first),
        factor if backoff.factor is None else backoff.factor,
        milliseconds(longest if backoff.max_delay is None else backoff.max_delay),
        0 if backoff.timeout is None else milliseconds(backoff.timeout),
    )
