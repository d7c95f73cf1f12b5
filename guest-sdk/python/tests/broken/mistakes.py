from dataclasses import dataclass
from typing import Annotated, Any

from pulumi_wasm_provider import (
    Arguments,
    AutoName,
    CheckContext,
    Component,
    Config,
    Conflicts,
    Context,
    Deployment,
    Field,
    Input,
    Object,
    Output,
    Page,
    Paging,
    Properties,
    Provider,
    Resource,
    WriteOnly,
    function,
    method,
)


@dataclass
class Point:
    x: int


class Nested(Object):
    password: WriteOnly[str]


class Shape(Object, modul="x"):  # type: ignore[call-arg]
    sides: int


class Shared(Properties, token="x"):  # type: ignore[call-arg]
    def udpate(self, old: Any, cx: Context) -> None:
        pass


class Filter(Arguments, tokne="x"):  # type: ignore[call-arg]
    name: str


class Settings(Config, modul="x"):  # type: ignore[call-arg]
    def configur(self, cx: Context) -> None:
        pass

    def validate(self, cx: CheckContext) -> None:
        pass

    def session(self) -> str:
        return ""

    @property
    def address(self) -> str:
        return ""


class Group(Component, tokn="x"):  # type: ignore[call-arg]
    def construct(self, cx: Deployment) -> None:
        pass

    def announce(self, cx: Deployment) -> Output[str]:
        raise NotImplementedError

    def constuct(self, cx: Deployment) -> None:
        pass

    def _kept(self) -> None:
        pass


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
    least: int = Field(minimum=1)  # type: ignore[call-overload]
    below: Annotated[int, Field(exclusive_maximum=1)]
    result: Output[int] = Field(lessthan=1)  # type: ignore[call-overload]
    sizes: list[Annotated[int, Field(max=1)]]
    short: str = Field(None, max_lenght=1)  # type: ignore[call-overload]

    shape: Shape
    loose = Field(min_length=1)
    migration = [print]

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

    def destory(self) -> None:
        pass

    def delete_zone(self) -> None:
        pass

    def cleanup(self) -> None:
        pass

    def migrate(self) -> None:
        pass

    def helper(self, cx: Context) -> None:
        pass

    @staticmethod
    def parse(text: str) -> str:
        return text

    @classmethod
    def raed(cls, id: str, recorded: Any, cx: Context) -> Any:
        pass

    @property
    def area(self) -> int:
        return 0

    class Kind:
        pass

    @method
    def announced(self, cx: Deployment) -> None:
        pass


class Twin(Resource, token="test:index:Broken"):
    size: int

    def create(self, cx: Context) -> str:
        return ""


class Lender(Shared, Resource):
    size: int

    def create(self, cx: Context) -> str:
        return ""

    @classmethod
    def find(cls, query: Filter, paging: Paging, cx: Context) -> Page:
        return Page()


class Swapped(Resource):
    size: int

    def create(self, cx: Context) -> str:
        return ""

    @classmethod
    def read(cls, recorded, id, cx):  # type: ignore[no-untyped-def, override]
        pass

    def update(self, cx, old):  # type: ignore[no-untyped-def, override]
        pass

    def diff(self, one: Any, cx: Context, other: Any) -> None:
        pass

    def preview_update(self, before: Any, context: Context) -> None:
        pass

    @classmethod
    def find(cls, paging: Paging, query: Filter, cx: Context) -> Page:  # type: ignore[override]
        return Page()


class Attributed(Resource):
    size: int
    token: str
    import_id = "{size}"
    deletebeforereplace = True
    alias = ["test:index:Old"]
    path = "/attributed"
    _module = "x"

    def create(self, cx: Context) -> str:
        return ""

    @property
    def deprecated(self) -> str:
        return ""


class Silent(Resource):
    size: int
    out: Output[str]
    _kept = ""

    def create(self, cx: Context) -> str:  # type: ignore[return]
        def inner() -> str:
            return ""

        self._kept = inner()
        self.out, self.otu = "", ""

    @classmethod
    def read(cls, id: str, recorded: Any, cx: Context) -> Any:
        if recorded is None:
            return
        recorded.size = 1

    def update(self, old: Any, cx: Context) -> None:
        old.other = 1
        self.note = "x"

    def _helper(self) -> None:
        self.sise = 1


class Voiceless(Resource):
    size: int

    def create(self, cx: Context) -> None:  # type: ignore[override]
        raise NotImplementedError

    @classmethod
    def read(cls, id: str, recorded: Any, cx: Context) -> Any:
        return None

    @classmethod
    def find(cls, query: Filter, paging: Paging, cx: Context) -> Page:
        try:
            raise NotImplementedError
        finally:
            pass


@function
def guess(what, cx: Context) -> str | None:  # type: ignore[no-untyped-def]
    return None


provider = Provider(
    config=Settings,
    resources=[Broken, Twin, Lender, Swapped, Attributed, Silent, Voiceless, Nested],  # type: ignore[list-item]
    components=[Group],
    functions=[guess, print],  # type: ignore[list-item]
)
