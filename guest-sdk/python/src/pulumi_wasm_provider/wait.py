"""Waiting for something that takes its time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from ._host import Schedule, host

T = TypeVar("T")

_MAX_U32 = (1 << 32) - 1


@dataclass(frozen=True)
class Pending:
    """Not yet: the answer of a look that has nothing to return."""

    status: str
    """The present status, for the resource's status line and for the error when the time is over."""


def milliseconds(seconds: float) -> int:
    """A time as the host takes it, at least one millisecond: 0 would mean something else."""
    return max(1, min(_MAX_U32, round(seconds * 1000)))


def run(
    look: Callable[[], T | Pending], every: float, factor: float, max_delay: float | None, timeout: float | None
) -> T:
    """Looks until something is found, or the host ends the wait."""
    first = milliseconds(every)
    # Without growth, all pauses are equal.
    longest = milliseconds(max_delay) if max_delay is not None else _MAX_U32 if factor > 1 else first
    schedule = Schedule(first, factor, longest, 0 if timeout is None else milliseconds(timeout))
    looks = 0
    while True:
        looks += 1
        found = look()
        if not isinstance(found, Pending):
            return found
        host().pause(schedule, looks, found.status)
