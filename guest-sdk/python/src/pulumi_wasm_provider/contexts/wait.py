"""Waits for long operations outside."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from .._interface.host import host
from .backoff import Backoff, of_wait

T = TypeVar("T")


@dataclass(frozen=True)
class Pending:
    """The result of an attempt that must be repeated."""

    status: str
    """The present status, for the resource's status line and for the time-out error."""


def run(look: Callable[[int], T | Pending], backoff: Backoff) -> T:
    """Repeats attempts until one succeeds, or the host ends the wait."""
    schedule = of_wait(backoff)
    attempt = 0
    while True:
        attempt += 1
        found = look(attempt)
        if not isinstance(found, Pending):
            return found
        host().pause(schedule, attempt, found.status)
