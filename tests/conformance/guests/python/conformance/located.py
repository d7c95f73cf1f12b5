"""Numbers with all their digits, the arguments of a lookup, and the place of a deployment."""

import math
from typing import Self

from pulumi_wasm_provider import AwaitFailedError, Context, ExactInt, Field, Output, Resource, value_of


class Located(Resource):
    """Knows where it is."""

    size: ExactInt | None
    """How large it is, to the last digit."""
    level: int | None
    """How high it is."""
    region: str | None = Field(lookup=True)
    """Where it is."""
    wish: str | None
    """What happens: `not-ready`, `no-number`."""
    next: Output[ExactInt | None]
    """The size and one."""
    place: Output[str]
    """The project and the stack."""
    ratio: Output[float | None]
    """A number."""

    def create(self, cx: Context) -> str:
        self._locate(cx)
        return "located"

    def update(self, old: Self, cx: Context) -> None:
        self._locate(cx)

    @classmethod
    def read(cls, id: str, recorded: Self | None, cx: Context) -> Self | None:
        if recorded is None:
            known = cx.inputs(cls)
            region = None if known is None else value_of(known, cls.region).get()
            return cls(region=region, place="found", next=None, ratio=None)
        if recorded.wish == "no-number":
            recorded.ratio = math.nan
        return recorded

    def _locate(self, cx: Context) -> None:
        if self.wish == "not-ready":
            raise AwaitFailedError("it is not ready")
        self.next = None if self.size is None else self.size + 1
        self.place = f"{cx.project or '?'}/{cx.stack or '?'}"
        self.ratio = None
