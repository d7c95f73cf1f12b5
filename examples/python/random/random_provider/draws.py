"""Fair choices: every outcome is equally likely.

A remainder (`draw % bound`) would favour small outcomes whenever the bound is not a power of two. Here too large draws are
thrown away instead, which takes two draws at worst on average.
"""

import secrets
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")

Draw = Callable[[], int]
"""Gives 64 random bits."""


def unguessable() -> int:
    """Unguessable bits."""
    return secrets.randbits(64)


def between(draw: Draw, minimum: int, maximum: int) -> int:
    """A whole number from `minimum` to `maximum`, both included."""
    distance = maximum - minimum
    mask = (1 << distance.bit_length()) - 1
    while True:
        drawn = draw() & mask
        if drawn <= distance:
            return minimum + drawn


def choose(draw: Draw, items: Sequence[T]) -> T:
    """One of the items."""
    return items[between(draw, 0, len(items) - 1)]


def shuffled(draw: Draw, items: Sequence[T]) -> list[T]:
    """The items in a random order (Fisher and Yates)."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = between(draw, 0, last)
        order[last], order[other] = order[other], order[last]
    return order


def deal(draw: Draw, items: Sequence[T], count: int) -> list[T]:
    """As many items as wanted, taken from one random order of all of them after the other, so that no item comes up for the
    second time before every item came up once."""
    dealt: list[T] = []
    while items and len(dealt) < count:
        dealt += shuffled(draw, items)[: count - len(dealt)]
    return dealt
