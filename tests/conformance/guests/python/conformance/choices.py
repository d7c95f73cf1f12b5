"""Enums, unions and constants."""

from enum import Enum, IntEnum
from typing import Literal

from pulumi_wasm_provider import CreateContext, EnumOptions, Field, Object, Output, Resource, Secret


class Size(Enum):
    """How large it is."""

    SMALL = "small"
    """Fits a hand."""
    MEDIUM = "medium-sized"
    """Fits a bag."""
    LARGE = "large"
    """Fits a car."""

    __pulumi__ = EnumOptions(deprecated={"LARGE": "too heavy"})


class Port(IntEnum):
    """Where it goes in."""

    HTTP = 80
    """In the clear."""
    HTTPS = 443
    """Encrypted."""


class Stamps(Object):
    """Stamps on it."""

    kind: Literal["stamps"]
    """The sender."""
    cents: int
    """Their value in cents."""


class Bill(Object):
    """A bill to an account."""

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
    port: Port | None
    """One of two numbers."""
    postage: Stamps | Bill | None = Field(discriminator="kind")
    """One of two objects."""
    mark: float | str | None
    """One of two types."""
    story: Output[str]
    """The chosen values in words."""

    def create(self, cx: CreateContext) -> str:
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
        match self.port:
            case Port.HTTP:
                port = ", in the clear"
            case Port.HTTPS:
                port = ", encrypted"
            case None:
                port = ""
        self.story = f"{self.size.name.lower()}, {postage}, {mark}{port}"
        return "choices"
