"""State that earlier versions recorded."""

from typing import Self

from pulumi_wasm_provider import CreateContext, DeleteContext, OldProperties, OldState, Resource, UpdateContext


class Sized(OldProperties):
    """At first."""

    size: str


class Measured(OldProperties):
    """Then."""

    gigabytes: int


def measure(old: Sized) -> Measured:
    """Makes a number of the text."""
    return Measured(gigabytes=int(old.size.removesuffix("GB")))


def to_gigabytes(old: OldState) -> None:
    """From version 0 to 1."""
    old.convert_inputs(Sized, measure)
    old.convert_outputs(Sized, measure)


def to_kinds(old: OldState) -> None:
    """From version 1 to 2."""
    old.set_default("kind", "disk")


class Migrated(Resource):
    """Had a `size` as text once, and then no `kind`."""

    gigabytes: int
    """How much it holds."""
    kind: str
    """Its kind."""

    migrations = (to_gigabytes, to_kinds)

    def create(self, cx: CreateContext) -> str:
        return "migrated"

    def update(self, old: Self, cx: UpdateContext) -> None:
        pass

    def delete(self, cx: DeleteContext) -> None:
        cx.info(f"{self.gigabytes} GB of {self.kind}")
