from dataclasses import dataclass
from typing import Any

from pulumi_wasm_provider import (
    AutoName,
    Conflicts,
    Context,
    Field,
    Input,
    Object,
    Output,
    Provider,
    Resource,
    WriteOnly,
    function,
)


@dataclass
class Point:
    x: int


class Nested(Object):
    password: WriteOnly[str]


class Broken(Resource, import_id="{nowhere}", auto_name=AutoName("nobody"), constraints=[Conflicts("a", "tags")]):
    tags: set[str]
    point: Point
    raw: bytes
    a: str | None = None
    a_: str | None = None
    count: int = Field(default="three")
    names: list[str] = Field(default=[], min_length=1)
    message: Output[str] = Field(default="x")
    both: Output[Input[str]]
    ghost: "Ghost"  # type: ignore[name-defined]
    words: list
    maybe: int = None  # type: ignore[assignment]
    read: str
    chosen: str = Field(computed=True)
    made: str | None = Field(depends_on=["a"])

    async def create(self, cx: Context) -> str:  # type: ignore[override]
        return "x"

    def update(self, cx: Context) -> None:  # type: ignore[override]
        pass

    def find(self, query: Any, paging: Any, cx: Context) -> Any:  # type: ignore[override]
        pass

    def delet(self, cx: Context) -> None:
        pass

    def destroy(self, cx: Context) -> None:
        pass

    def helper(self, cx: Context) -> None:
        pass


class Twin(Resource, token="test:index:Broken"):
    size: int

    def create(self, cx: Context) -> str:
        return ""


@function
def guess(what, cx: Context) -> str | None:  # type: ignore[no-untyped-def]
    return None


provider = Provider(resources=[Broken, Twin, Nested], functions=[guess, print])  # type: ignore[list-item]
