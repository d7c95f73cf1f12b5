"""Times, and the attempts of requests and waits, as the host takes them."""

from __future__ import annotations

from dataclasses import dataclass

#: The longest time that the host takes.
MAX_MILLISECONDS = (1 << 32) - 1


@dataclass(frozen=True)
class Schedule:
    """Attempts and the pauses between them, in the form of the interface."""

    attempts: int
    first_ms: int
    factor: float
    longest_ms: int
    timeout_ms: int


def milliseconds(seconds: float) -> int:
    """A time in milliseconds for the host: at least 1, because 0 has another meaning."""
    return max(1, min(MAX_MILLISECONDS, round(seconds * 1000)))
