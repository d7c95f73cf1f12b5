"""Texts of random characters."""

import string
from dataclasses import dataclass

from .draws import Draw, choose, shuffled

SPECIAL = "!@#$%&*()-_=+[]{}<>:?"


@dataclass(frozen=True)
class Class:
    """One kind of characters, and how a text makes use of it."""

    characters: str
    included: bool
    """Whether it is among the characters that fill the text."""
    minimum: int
    """How many of it the text has at least, included or not."""


def text(draw: Draw, length: int, classes: list[Class]) -> str:
    """A text of so many characters: first the minimum of each class,
    then all included characters up to the length, and all of it
    shuffled."""
    characters = [choose(draw, union(one.characters)) for one in classes for _ in range(one.minimum)]
    filling = union(*(one.characters for one in classes if one.included))
    characters += [choose(draw, filling) for _ in range(length - len(characters))]
    return "".join(shuffled(draw, characters))


def union(*texts: str) -> list[str]:
    """The characters of all these texts, each once, so that all are equally likely."""
    return sorted(set("".join(texts)))


LOWER = string.ascii_lowercase
UPPER = string.ascii_uppercase
NUMERIC = string.digits
