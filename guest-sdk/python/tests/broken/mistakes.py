from dataclasses import dataclass
from typing import Annotated, Any, Generic, TypeVar

from pulumi_wasm_provider import (
    Arguments,
    AutoName,
    CheckContext,
    Component,
    ComponentContext,
    Config,
    Conflicts,
    Context,
    CreateContext,
    DiffContext,
    Field,
    FunctionContext,
    Input,
    InputOnly,
    ListContext,
    ListRequest,
    Object,
    Output,
    Page,
    Properties,
    Provider,
    Replace,
    ReadContext,
    Resource,
    Results,
    Secret,
    ServerDefault,
    Stable,
    UpdateContext,
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
    token: Input[str]

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
    def construct(self, cx: ComponentContext) -> None:
        pass

    def announce(self, cx: ComponentContext) -> Output[str]:
        raise NotImplementedError

    def constuct(self, cx: ComponentContext) -> None:
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
    both: Output[InputOnly[str]]
    moved: Output[Replace[str]]
    handle: Input[str]
    ghost: "Ghost"  # type: ignore[name-defined]
    words: list
    maybe: int = None  # type: ignore[assignment]
    read: str
    chosen: str = Field(server_default=True)
    made: str | None = Field(depends_on=["a"])
    least: int = Field(minimum=1)  # type: ignore[call-overload]
    below: Annotated[int, Field(exclusive_maximum=1)]
    result: Output[int] = Field(lessthan=1)  # type: ignore[call-overload]
    sizes: list[Annotated[int, Field(max=1)]]
    keys: dict[str, Secret[str]]
    given: list[Annotated[str, Field(default="x")]]
    either: Secret[str] | int
    listed: list[Annotated[str, Field(max_length=1)]] | int
    marked: Annotated[str, Secret]
    called: Annotated[str, Field]
    short: str = Field(None, max_lenght=1)  # type: ignore[call-overload]
    secret: str = Field(credential=1)  # type: ignore[call-overload]
    fixed: str = Field(const="x")  # type: ignore[call-overload]

    shape: Shape
    loose = Field(min_length=1)
    migration = [print]

    async def create(self, cx: Context) -> str:  # type: ignore[override]
        return "x"

    def update(self, cx: UpdateContext) -> None:  # type: ignore[override]
        pass

    def list_(self, request: Any, cx: ListContext) -> Any:  # type: ignore[override]
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
    def raed(cls, id: str, old: Any, cx: Context) -> Any:
        pass

    @property
    def area(self) -> int:
        return 0

    class Kind:
        pass

    @method
    def announced(self, cx: ComponentContext) -> None:
        pass


class Twin(Resource, token="test:index:Broken"):
    size: int

    def create(self, cx: CreateContext) -> str:
        return ""


class Lender(Shared, Resource):
    size: int

    def create(self, cx: CreateContext) -> str:
        return ""

    @classmethod
    def list_(cls, request: ListRequest[Filter], cx: ListContext) -> Page:
        return Page()


class Swapped(Resource):
    size: int

    def create(self, cx: CreateContext) -> str:
        return ""

    @classmethod
    def read(cls, old, id, cx):  # type: ignore[no-untyped-def, override]
        pass

    def update(self, cx, old):  # type: ignore[no-untyped-def, override]
        pass

    def diff(self, one: Any, cx: DiffContext, other: Any) -> None:
        pass

    def preview_update(self, before: Any, context: Context) -> None:
        pass

    @classmethod
    def list_(cls, cx: ListContext, request: ListRequest[Filter]) -> Page:  # type: ignore[override]
        return Page()


class Attributed(Resource):
    size: int
    token: str
    import_id = "{size}"
    deletebeforereplace = True
    alias = ["test:index:Old"]
    path = "/attributed"
    _module = "x"

    def create(self, cx: CreateContext) -> str:
        return ""

    @property
    def deprecated(self) -> str:
        return ""


class Silent(Resource):
    size: int
    out: Output[str]
    _kept = ""

    def create(self, cx: CreateContext) -> str:  # type: ignore[return]
        def inner() -> str:
            return ""

        self._kept = inner()
        self.out, self.otu = "", ""

    @classmethod
    def read(cls, id: str, old: Any, cx: ReadContext) -> Any:
        if old is None:
            return
        old.size = 1

    def update(self, old: Any, cx: UpdateContext) -> None:
        old.other = 1
        self.note = "x"

    def _helper(self) -> None:
        self.sise = 1


class Voiceless(Resource):
    size: int

    def create(self, cx: CreateContext) -> None:  # type: ignore[override]
        raise NotImplementedError

    @classmethod
    def read(cls, id: str, old: Any, cx: ReadContext) -> Any:
        return None

    @classmethod
    def list_(cls, request: ListRequest[Filter], cx: ListContext) -> Page:
        try:
            raise NotImplementedError
        finally:
            pass


@function
def guess(name: Input[str], what, cx: FunctionContext) -> str | None:  # type: ignore[no-untyped-def]
    return None


class Told(Results):
    code: Annotated[str, Field(max_length=3)]
    kept: WriteOnly[str]
    variable: Annotated[str, Field(env="TOLD")]


class Telling(Arguments):
    name: Annotated[str, Field(replace=True)]
    once: InputOnly[str]
    fixed: Stable[str]
    chosen: ServerDefault[str]


@function
def tell(telling: Telling) -> Told:
    raise NotImplementedError


@function
def reveal() -> Secret[str]:
    return ""


@function
def spell() -> list[Annotated[str, Field(max_length=1)]]:
    return []


class Numbered(Resource):
    size: int

    def create(self, cx: CreateContext) -> int:  # type: ignore[override]
        return self.size


T = TypeVar("T")


class Box(Object, Generic[T]):
    inside: T


class Boxed(Resource):
    box: Box[int]

    def create(self, cx: CreateContext) -> str:
        return "x"


provider = Provider(
    config=Settings,
    resources=[Broken, Twin, Lender, Swapped, Attributed, Silent, Voiceless, Numbered, Boxed, Nested],  # type: ignore[list-item]
    components=[Group],
    functions=[guess, reveal, spell, tell, print, Voiceless],  # type: ignore[list-item]
)
