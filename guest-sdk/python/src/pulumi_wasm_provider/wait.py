"""Waiting for something that takes its time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from ._host import host
from .backoff import Backoff, of_wait

T = TypeVar("T")


@dataclass(frozen=True)
class Pending:
    """The result of a look that has to be repeated."""

    status: str
    """The present status, for the resource's status line and for the error when the time is over."""


def run(look: Callable[[int], T | Pending], backoff: Backoff) -> T:
    """Looks until something is found, or the host ends the wait."""
    schedule = of_wait(backoff)
    attempt = 0
    while True:
        attempt += 1
        found = look(attempt)
        if not isinstance(found, Pending):
            return found
        host().pause(schedule, attempt, found.status)
