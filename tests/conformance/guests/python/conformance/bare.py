"""The host's answers for missing hooks."""

from typing import Self

from pulumi_wasm_provider import CreateContext, Output, Replace, Resource, UpdateContext


class Bare(Resource):
    """Has no hook but `create`."""

    label: str
    """Its label."""
    weight: float | None
    """How much it weighs."""
    shout: Output[str]
    """The label in capital letters."""

    def create(self, cx: CreateContext) -> str:
        self.shout = self.label.upper()
        return f"bare-{cx.name}"


class Exclusive(Resource, delete_before_replace=True, refresh_before_update=True):
    """There can be only one at a time."""

    place: Replace[str]
    """Where it is."""
    inside: Replace[list[list[str]] | None]
    """Its contents, at any depth."""
    note: str | None
    """A note about it."""

    def create(self, cx: CreateContext) -> str:
        return "the-one"

    def update(self, old: Self, cx: UpdateContext) -> None:
        pass
