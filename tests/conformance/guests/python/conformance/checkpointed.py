"""Things that take more than one step to be made."""

from typing import Self

from pulumi_wasm_provider import CreateContext, Output, ProviderError, Resource, Secret, UpdateContext


class Checkpointed(Resource):
    """Is noted half-way."""

    label: str
    """What it is called."""
    ending: str | None
    """How its making ends after the note: `fail`, `crash`, or well."""
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
