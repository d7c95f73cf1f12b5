"""Enums, unions and constants."""

from enum import Enum
from typing import Literal

from pulumi_wasm_provider import Context, EnumOptions, Field, Object, Output, Resource, Secret


class Size(Enum):
    """How large it is."""

    SMALL = "small"
    """Fits a hand."""
    MEDIUM = "medium-sized"
    """Fits a bag."""
    LARGE = "large"
    """Fits a car."""

    __pulumi__ = EnumOptions(deprecated={"LARGE": "too heavy"})


class Stamps(Object):
    """Stamps on it."""

    kind: Literal["stamps"]
    """Whoever sends it."""
    cents: int
    """What they are worth."""


class Bill(Object):
    """Somebody's bill."""

    kind: Literal["bill"]
    """Somebody else."""
    account: str
    """Whose."""
    password: Secret[str | None]
    """By what."""


class Choices(Resource):
    """Is one of several."""

    size: Size
    """One of three."""
    sizes: list[Size] | None
    """Several of three."""
    postage: Stamps | Bill | None = Field(discriminator="kind")
    """One of two objects."""
    mark: float | str | None
    """One of two types."""
    story: Output[str]
    """What was chosen, in words."""

    def create(self, cx: Context) -> str:
        match self.postage:
            case Stamps(cents=cents):
                postage = f"stamps of {cents}"
            case Bill(account=account):
                postage = f"a bill of {account}"
            case None:
                postage = "nothing"
        match self.mark:
            case str():
                mark = "a text"
            case float() | int():
                mark = "a number"
            case None:
                mark = "nothing"
        self.story = f"{self.size.name.lower()}, {postage}, {mark}"
        return "choices"
