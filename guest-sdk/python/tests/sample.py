"""A provider that uses everything once."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Annotated, Any, ClassVar, Literal, Self

from pulumi_wasm_provider import (
    Archive,
    Arguments,
    Asset,
    CheckContext,
    Config,
    ConfigureContext,
    CreateContext,
    DeleteContext,
    Diff,
    DiffContext,
    Doc,
    EnumOptions,
    ExactlyOneOf,
    Field,
    FunctionContext,
    Header,
    InputOnly,
    ListContext,
    ListRequest,
    ListedResource,
    Net,
    NotFoundError,
    Object,
    OldState,
    Output,
    Page,
    PartialError,
    Pending,
    PreviewContext,
    Provider,
    ReadContext,
    ReadResult,
    Replace,
    Requires,
    Resource,
    ResourceReference,
    Results,
    Secret,
    Stable,
    UpdateContext,
    Value,
    WriteOnly,
    function,
    http,
    value_of,
)


class Size(Enum):
    """The size of a disk."""

    __pulumi__ = EnumOptions(deprecated={"EXTRA_LARGE": "use two small ones"})
    SMALL = "small"
    """Enough for most."""
    EXTRA_LARGE = "XL"


class Port(Enum):
    """Where to listen."""

    HTTP = 80
    HTTPS = 443


class Disk(Object):
    """A disk of a machine."""

    size: Size
    """How large it is."""
    encrypted: bool = False
    parts: list[Disk] | None = None
    """Disks inside this one."""


class Password(Object):
    kind: Literal["password"] = "password"
    password: Secret[str] = Field(min_length=8)


class Key(Object):
    kind: Literal["key"] = "key"
    key_id: str


Login = Annotated[Password | Key, Field(discriminator="kind")]


class Machine(
    Resource,
    import_id="{region}/{label}",
    auto_name="label",
    delete_before_replace=True,
    constraints=[ExactlyOneOf("image", "blank"), Requires("image", "disks")],
):
    """A machine.

    It computes.
    """

    label: Replace[str] = Field(max_length=63)
    """Its name in the rack."""
    region: str = Field(default="eu", env="SAMPLE_REGION")
    disks: list[Disk] = Field(min_items=1)
    tags: dict[str, Annotated[str, Field(max_length=255)]] | None = None
    password: WriteOnly[str]
    """Only for making it."""
    login: Login | None = None
    image: Asset | Archive | None = None
    blank: bool | None = None
    peer: ResourceReference[Machine] | None = None
    mode: Literal["fast", "slow"] = "fast"
    port: Port | None = None
    anything: Any = None
    note: InputOnly[str | None] = Field(default=None)
    token: Value[str] | None = None
    address: Output[str]
    serial_number: Stable[int | None] = Field(deprecated="use `address`")

    migrations: ClassVar = [lambda old: _renamed(old)]

    def check(self, cx: CheckContext) -> None:
        if " " in self.label:
            cx.fail(Machine.label, "has a space in it")
        self.label = self.label.lower()
        for index, disk in enumerate(value_of(self, Machine.disks).items()):
            partial = disk.partial()
            if partial is not None and partial.encrypted:
                cx.fail(Machine.disks, "cannot be encrypted here", index, "encrypted")
        if self.region == "moon":
            cx.fail(Machine.region, "is too far")

    def diff(self, old: Self, diff: Diff, cx: DiffContext) -> None:
        diff.ignore(Machine.tags)
        if old.region != self.region:
            diff.replace(Machine.region)

    def create(self, cx: CreateContext) -> str:
        cx.info(f"making {self.label}")
        if self.label == "broken":
            self.address = "nowhere"
            raise PartialError("m-1", self, "it does not answer")
        self.address = f"{self.label}.{self.region}"
        cx.checkpoint("m-1", self)
        if self.label == "late":
            looks: Iterator[Pending | int] = iter([Pending("starting"), Pending("still starting"), 7])
            self.serial_number = cx.wait(lambda attempt: next(looks), every=1, factor=2)
        return "m-1"

    def resume(self, old: Self, cx: UpdateContext) -> None:
        self.serial_number = (old.serial_number or 0) + 1

    def preview_create(self, cx: PreviewContext) -> None:
        self.serial_number = None
        self.address = f"{self.label}.{self.region}"

    @classmethod
    def read(cls, id: str, old: Self | None, cx: ReadContext) -> Self | ReadResult[Self] | None:
        if id == "gone":
            return None
        if old is not None:
            old.address = "moved"
            if id == "rebuilt":
                return ReadResult(old, inputs={"label": "elsewhere", "disks": [], "password": "?"})
            if id == "odd":
                return ReadResult(old, inputs={"lable": "elsewhere"})
            return old
        known = cx.inputs(cls)
        label = known.label if known is not None else "found"
        state = cls(label=label, disks=[], password="?", address="there", serial_number=1)
        return ReadResult(state, id=f"{id}!")

    def update(self, old: Self, cx: UpdateContext) -> None:
        if old.region != self.region:
            self.address = f"{self.label}.{self.region}"

    def delete(self, cx: DeleteContext) -> None:
        if self.label == "lost":
            raise NotFoundError("it is not there")

    @classmethod
    def list_(cls, request: ListRequest[MachineQuery], cx: ListContext) -> Page:
        if request.continuation_token is None:
            return Page([ListedResource("m-1", f"{request.query.prefix}one")], continuation_token="2")
        return Page([ListedResource("m-2", f"{request.query.prefix}two")])


class MachineQuery(Arguments):
    """What to look for."""

    prefix: str = ""
    """How names begin."""


def _renamed(old: OldState) -> None:
    old.rename("name", "label")


class Settings(Config):
    """Where the server is."""

    server_url: str
    """Its address."""
    token: Secret[str | None] = Field(env="SAMPLE_TOKEN")
    api_key: Secret[str | None] = Field(default=None)
    timeout: int = 30

    def configure(self, cx: ConfigureContext) -> http.Client:
        return http.Client(base_url=self.server_url, bearer=self.token, attempts=5)

    def check(self, cx: CheckContext) -> None:
        if not self.server_url.startswith("http"):
            cx.fail(Settings.server_url, "is not an address")


class Sum(Results):
    sum: float


@function(pure=True)
def add_numbers(
    first: Annotated[float, Doc("The first number.")], second: Annotated[float, Field(ge=0)] = 1.0
) -> Sum:
    """Adds two numbers."""
    return Sum(sum=first + second)


@function(positional=True)
def who_am_i(cx: FunctionContext, loud: bool = False) -> str:
    """The identity of the provider's user."""
    name = str(cx.client(Settings).get("/me").raise_for_status().json()["name"])
    return name.upper() if loud else name


@function
def ask(query: MachineQuery) -> list[str]:
    """Asks the server."""
    return [http.get(f"https://example.com/{query.prefix}").raise_for_status().json()["name"]]


KEY = Header("x-key", Settings.api_key, host_only=True)
NET = [Net("*.example.com", credential=KEY), Net(Settings.server_url, required=True, credential=KEY)]
provider = Provider(resources=[Machine], functions=[add_numbers, who_am_i, ask], config=Settings, net=NET)
INPUTS = {"label": "Web", "disks": [{"size": "small"}], "password": "hunter2"}
CONFIG = {"serverUrl": "http://here", "token": "t"}
