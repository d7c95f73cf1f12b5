"""Resources that take several steps to create."""

from typing import Self

from pulumi_wasm_provider import CreateContext, Output, ProviderError, Resource, Secret, UpdateContext


class Checkpointed(Resource):
    """Records a checkpoint during its create."""

    label: str
    """Its label."""
    ending: str | None
    """How its create ends after the checkpoint. `fail` and `crash` end it early."""
    stage: Output[str]
    """How far it is."""
    key: Output[Secret[str | None]]
    """Opens it."""

    def create(self, cx: CreateContext) -> str:
        id = f"checkpointed-{cx.name}"
        self._reach("begun")
        cx.checkpoint(id, self)
        if self.ending == "fail":
            raise ProviderError("the second step failed")
        if self.ending == "crash":
            raise RuntimeError("the guest stumbled")
        self.stage = "done"
        return id

    def resume(self, old: Self, cx: UpdateContext) -> None:
        self._reach(f"resumed after {old.stage}")

    def update(self, old: Self, cx: UpdateContext) -> None:
        self._reach("updating")
        cx.checkpoint(self.id, self)
        if self.ending == "fail":
            raise ProviderError("the update failed")
        self.stage = "updated"

    def _reach(self, stage: str) -> None:
        self.stage = stage
        self.key = "sesame"
