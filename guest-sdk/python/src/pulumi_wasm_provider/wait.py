"""Waiting for something that takes its time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from ._host import Schedule, host
from .backoff import MAX_MILLISECONDS, Backoff, milliseconds

T = TypeVar("T")


@dataclass(frozen=True)
class Pending:
    """Not yet: the answer of a look that has nothing to return."""

    status: str
    """The present status, for the resource's status line and for the error when the time is over."""


def run(look: Callable[[int], T | Pending], backoff: Backoff) -> T:
    """Looks until something is found, or the host ends the wait."""
    if backoff.first_delay is None:
        raise TypeError("a wait needs its first pause: write `every=1`, or `Backoff(first_delay=1)`, in seconds")
    first = milliseconds(backoff.first_delay)
    factor = 1.0 if backoff.factor is None else backoff.factor
    # Without growth, all pauses are equal.
    longest = milliseconds(backoff.max_delay) if backoff.max_delay is not None else MAX_MILLISECONDS if factor > 1 else first
    schedule = Schedule(backoff.attempts or 0, first, factor, longest, 0 if backoff.timeout is None else milliseconds(backoff.timeout))
    attempt = 0
    while True:
        attempt += 1
        found = look(attempt)
        if not isinstance(found, Pending):
            return found
        host().pause(schedule, attempt, found.status)
