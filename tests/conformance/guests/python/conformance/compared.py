"""When two values are equal."""

from typing import Self

from pulumi_wasm_provider import CreateContext, Field, Resource, UpdateContext


class Compared(Resource):
    """Each property has its own comparison."""

    word: str | None = Field(compare="ignore-case")
    """Case does not count."""
    line: str | None = Field(compare="trim")
    """White space around it does not count."""
    domain: str | None = Field(compare=["ignore-case", "trailing-dot"])
    """A dot at its end does not count."""
    path: str | None = Field(compare="trailing-slash")
    """A slash at its end does not count."""
    document: str | None = Field(compare="json")
    """A JSON text."""
    network: str | None = Field(compare="cidr")
    """A network."""
    delay: str | None = Field(compare="duration")
    """A time."""
    address: str | None = Field(compare="url")
    """An address."""
    tags: list[str] | None = Field(compare="set")
    """In any order."""
    extras: list[str] | None = Field(compare="empty")
    """A missing list equals an empty one."""
    seal: str | None = Field(compare="presence")
    """Only its presence counts."""

    def create(self, cx: CreateContext) -> str:
        return "compared"

    def update(self, old: Self, cx: UpdateContext) -> None:
        pass
