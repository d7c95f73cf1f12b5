"""Outputs that Pulumi cannot hold."""

from typing import Self

from pulumi_wasm_provider import CreateContext, Output, Resource, UpdateContext


class Overflowing(Resource):
    """Counts to more than a double can tell apart where it is told to."""

    label: str
    """`high` is too much."""
    count: Output[int]
    """How far it came."""
    unit: Output[str]
    """What can always be told."""

    def create(self, cx: CreateContext) -> str:
        self._count()
        return "over"

    def update(self, old: Self, cx: UpdateContext) -> None:
        self._count()

    def _count(self) -> None:
        self.count = 2**53 + 2 if self.label == "high" else 1
        self.unit = "piece"
