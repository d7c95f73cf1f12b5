"""Rules and constraints."""

from typing import Annotated

from pulumi_wasm_provider import (
    AllOrNone,
    AtLeastOneOf,
    Conflicts,
    CreateContext,
    ExactlyOneOf,
    Field,
    Requires,
    Resource,
)


class Ruled(Resource):
    """Each property has its own rule."""

    level: int | None = Field(ge=0, le=10)
    """From 0 to 10."""
    share: float | None = Field(gt=0, lt=1)
    """Between 0 and 1, without them."""
    step: int | None = Field(multiple_of=5)
    """A multiple of 5."""
    short: str | None = Field(min_length=2, max_length=4)
    """Two to four characters."""
    word: str | None = Field(pattern="^[a-z]+$", pattern_reason="must be small letters")
    """Small letters."""
    host: str | None = Field(format="hostname")
    """A host."""
    tags: list[Annotated[str, Field(min_length=1)]] | None = Field(min_items=1, max_items=2, unique_items=True)
    """One or two, none twice."""
    extras: dict[str, str] | None = Field(max_properties=1, key_pattern="^x-")
    """At most one, with a key that begins with `x-`."""
    password: str | None = Field(secret=True, min_length=8)
    """Secret, and still has a rule."""

    def create(self, cx: CreateContext) -> str:
        return "ruled"


class Constrained(
    Resource,
    constraints=[
        ExactlyOneOf("password", "key"),
        AtLeastOneOf("mail", "phone"),
        Conflicts("copy_of", "content"),
        AllOrNone("from_", "until"),
        Requires("key", "key_id"),
    ],
):
    """Some properties require or exclude others."""

    password: str | None
    """One way in."""
    key: str | None
    """The other way in."""
    key_id: str | None
    """Which key."""
    mail: str | None
    """An address."""
    phone: str | None
    """A number."""
    copy_of: str | None
    """Another one."""
    content: str | None
    """Its contents."""
    from_: str | None = Field(name="from")
    """The beginning."""
    until: str | None
    """The end."""

    def create(self, cx: CreateContext) -> str:
        return "constrained"
