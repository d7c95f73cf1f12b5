"""A provider that uses everything once."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Annotated, Any, ClassVar, Literal, Self

from pulumi_wasm_provider import (
    Archive,
    Arguments,
    Asset,
    Changes,
    CheckContext,
    Config,
    Context,
    Doc,
    EnumOptions,
    ExactlyOneOf,
    Field,
    Found,
    Header,
    Input,
    NotFoundError,
    Object,
    OldState,
    Output,
    Page,
    Paging,
    PartialError,
    Pending,
    Provider,
    Replace,
    Requires,
    Resource,
    ResourceReference,
    Secret,
    Stable,
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
    note: Input[str | None] = Field(default=None)
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

    def diff(self, old: Self, changes: Changes, cx: Context) -> None:
        changes.ignore(Machine.tags)
        if old.region != self.region:
            changes.replace(Machine.region)

    def create(self, cx: Context) -> str:
        cx.info(f"making {self.label}")
        if self.label == "broken":
            self.address = "nowhere"
            raise PartialError("m-1", self, "it does not answer")
        self.address = f"{self.label}.{self.region}"
        cx.checkpoint("m-1", self)
        if self.label == "late":
            looks: Iterator[Pending | int] = iter([Pending("starting"), Pending("still starting"), 7])
            self.serial_number = cx.wait(lambda: next(looks), every=1, factor=2)
        return "m-1"

    def resume(self, saved: Self, cx: Context) -> None:
        self.serial_number = (saved.serial_number or 0) + 1

    def preview_create(self, cx: Context) -> None:
        self.serial_number = None
        self.address = f"{self.label}.{self.region}"

    @classmethod
    def read(cls, id: str, recorded: Self | None, cx: Context) -> Self | Found[Self] | None:
        if id == "gone":
            return None
        if recorded is not None:
            recorded.address = "moved"
            if id == "rebuilt":
                return Found(recorded, inputs={"label": "elsewhere", "disks": [], "password": "?"})
            if id == "odd":
                return Found(recorded, inputs={"lable": "elsewhere"})
            return recorded
        known = cx.inputs(cls)
        label = known.label if known is not None else "found"
        state = cls(label=label, disks=[], password="?", address="there", serial_number=1)
        return Found(state, id=f"{id}!")

    def update(self, old: Self, cx: Context) -> None:
        if old.region != self.region:
            self.address = f"{self.label}.{self.region}"

    def delete(self, cx: Context) -> None:
        if self.label == "lost":
            raise NotFoundError("it is not there")

    @classmethod
    def find(cls, query: MachineQuery, paging: Paging, cx: Context) -> Page:
        if paging.continuation is None:
            return Page([("m-1", f"{query.prefix}one")], continuation="2")
        return Page([("m-2", f"{query.prefix}two")])


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
    api_key: str | None = Field(default=None, credential=Header("x-key", host=["*.example.com", "b.example"], withhold=True))
    timeout: int = 30

    def configure(self, cx: Context) -> None:
        self._session = f"session of {self.token}"

    @property
    def session(self) -> str:
        return self._session

    def check(self, cx: CheckContext) -> None:
        if not self.server_url.startswith("http"):
            cx.fail(Settings.server_url, "is not an address")


class Sum(Object):
    sum: float


@function(pure=True)
def add_numbers(
    first: Annotated[float, Doc("The first number.")], second: Annotated[float, Field(ge=0)] = 1.0
) -> Sum:
    """Adds two numbers."""
    return Sum(sum=first + second)


@function(positional=True)
def who_am_i(cx: Context, loud: bool = False) -> str:
    """Who we are."""
    session = cx.config(Settings).session
    return session.upper() if loud else session


@function
def ask(query: MachineQuery) -> list[str]:
    """Asks the server."""
    return [http.get(f"https://example.com/{query.prefix}").raise_for_status().json()["name"]]


provider = Provider(resources=[Machine], functions=[add_numbers, who_am_i, ask], config=Settings, net=["*.example.com"])
INPUTS = {"label": "Web", "disks": [{"size": "small"}], "password": "hunter2"}
CONFIG = {"serverUrl": "http://here", "token": "t"}
