"""Outputs that Pulumi cannot hold."""

from typing import Self

from pulumi_wasm_provider import CreateContext, Output, Resource, UpdateContext


class Overflowing(Resource):
    """Counts beyond the integers that a double holds exactly, if its label says so."""

    label: str
    """`high` is too much."""
    count: Output[int]
    """The count."""
    unit: Output[str]
    """An output that can always be recorded."""

    def create(self, cx: CreateContext) -> str:
        self._count()
        return "over"

    def update(self, old: Self, cx: UpdateContext) -> None:
        self._count()

    def _count(self) -> None:
        self.count = 2**53 + 2 if self.label == "high" else 1
        self.unit = "piece"
