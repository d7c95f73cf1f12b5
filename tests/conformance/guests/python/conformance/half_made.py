"""Resources whose checkpoint contains only some of their outputs."""

from typing import Self

from pulumi_wasm_provider import CreateContext, DeleteContext, Output, ProviderError, Resource, UpdateContext


class HalfMade(Resource):
    """Records a checkpoint with the first of its outputs."""

    label: str
    """Its label."""
    ends: bool
    """Whether its create succeeds."""
    first: Output[str]
    """Known at once."""
    second: Output[str]
    """Known late."""

    def create(self, cx: CreateContext) -> str:
        id = f"half-{self.label}"
        self.first = "disk"
        cx.checkpoint(id, self)
        if not self.ends:
            raise ProviderError("the second step failed")
        self.second = "started"
        return id

    def resume(self, old: Self, cx: UpdateContext) -> None:
        self.first = old.first
        self.second = f"started after {getattr(old, 'second', 'nothing')}"

    def delete(self, cx: DeleteContext) -> None:
        cx.info(f"deleting {self.first}, {getattr(self, 'second', 'nothing')}")
