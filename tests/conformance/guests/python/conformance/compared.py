"""When two values are the same."""

from typing import Self

from pulumi_wasm_provider import CreateContext, Field, Resource, UpdateContext


class Compared(Resource):
    """Each property is compared in another way."""

    word: str | None = Field(compare="ignore-case")
    """Small and capital letters are the same."""
    line: str | None = Field(compare="trim")
    """White space around it does not count."""
    domain: str | None = Field(compare=["ignore-case", "trailing-dot"])
    """Nor does a dot at its end."""
    path: str | None = Field(compare="trailing-slash")
    """Nor a slash."""
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
    """Nothing is as good as an empty one."""
    seal: str | None = Field(compare="presence")
    """Only that it is there."""

    def create(self, cx: CreateContext) -> str:
        return "compared"

    def update(self, old: Self, cx: UpdateContext) -> None:
        pass
