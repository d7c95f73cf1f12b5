"""Numbers with all their digits, the arguments of a lookup, and the place of a deployment."""

import math
from typing import Self

from pulumi_wasm_provider import (
    AwaitFailedError,
    Context,
    CreateContext,
    ExactInt,
    Field,
    Output,
    ReadContext,
    Resource,
    UpdateContext,
    value_of,
)


class Located(Resource):
    """Knows where it is."""

    size: ExactInt | None
    """How large it is, to the last digit."""
    level: int | None
    """How high it is."""
    region: str | None = Field(state_input=True)
    """Where it is."""
    wish: str | None
    """What happens: `not-ready`, `no-number`."""
    next: Output[ExactInt | None]
    """The size and one."""
    place: Output[str]
    """The project and the stack."""
    ratio: Output[float | None]
    """A number."""

    def create(self, cx: CreateContext) -> str:
        self._locate(cx)
        return "located"

    def update(self, old: Self, cx: UpdateContext) -> None:
        self._locate(cx)

    @classmethod
    def read(cls, id: str, old: Self | None, cx: ReadContext) -> Self | None:
        if old is None:
            known = cx.inputs(cls)
            region = None if known is None else value_of(known, cls.region).get()
            return cls(size=None, level=None, region=region, wish=None, place="found", next=None, ratio=None)
        if old.wish == "no-number":
            old.ratio = math.nan
        return old

    def _locate(self, cx: Context) -> None:
        if self.wish == "not-ready":
            raise AwaitFailedError("it is not ready")
        self.next = None if self.size is None else self.size + 1
        self.place = f"{cx.project or '?'}/{cx.stack or '?'}"
        self.ratio = None
