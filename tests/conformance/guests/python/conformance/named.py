"""Names, ids and imports."""

from typing import Self

from pulumi_wasm_provider import (
    AutoName,
    CreateContext,
    Field,
    Output,
    ReadContext,
    Replace,
    Resource,
    Stable,
    UpdateContext,
)


class Named(Resource, auto_name=AutoName("label", max_length=20, lowercase=True), import_id="{region}/{label}"):
    """Has a generated name."""

    label: Replace[str]
    """Its name."""
    region: str = Field(replace=True, default="eu")
    """Where it is."""
    note: str | None
    """A note about it."""
    address: Stable[str]
    """Where to find it."""
    changes: Output[int]
    """How often it was changed."""

    def create(self, cx: CreateContext) -> str:
        self._place(0)
        return f"{self.region}/{self.label}"

    @classmethod
    def read(cls, id: str, old: Self | None, cx: ReadContext) -> Self | None:
        if old is not None:
            return old
        inputs = cx.inputs(cls)
        if inputs is None:
            return None
        label, region = inputs.label, inputs.region
        return cls(label=label, region=region, note="imported", address=f"{region}.example/{label}", changes=1)

    def update(self, old: Self, cx: UpdateContext) -> None:
        self._place(old.changes + 1)

    def _place(self, changes: int) -> None:
        self.address = f"{self.region}.example/{self.label}"
        self.changes = changes
