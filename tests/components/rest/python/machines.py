"""Machines behind a REST API: everything that a provider over HTTP usually needs, once."""

from typing import Annotated, Any, ClassVar, Literal, Self

from pulumi_wasm_provider import (
    Arguments,
    Bearer,
    Config,
    ConfigureContext,
    CreateContext,
    DeleteContext,
    Doc,
    Field,
    FunctionContext,
    ListContext,
    ListedResource,
    ListRequest,
    Net,
    NotFoundError,
    Object,
    OldState,
    Output,
    Page,
    Pending,
    Provider,
    ReadContext,
    Replace,
    Resource,
    Results,
    Secret,
    ServerDefault,
    UpdateContext,
    error_context,
    function,
    http,
)


class Settings(Config):
    """Where the server is, and the token that it wants."""

    url: str = Field(format="url")
    """The address of the API."""
    token: Secret[str] = Field(env="ACME_TOKEN")
    """The token of an account. The host sends it to the server, and keeps it from the provider."""

    def configure(self, cx: ConfigureContext) -> http.Client:
        return http.Client(base_url=self.url, attempts=5)


class Host(Object):
    """One server."""

    kind: Literal["host"] = "host"
    address: str


class Pool(Object):
    """Several servers."""

    kind: Literal["pool"] = "pool"
    name: str


class Rule(Object):
    """A port that is open."""

    port: int = Field(ge=1, le=65535)
    target: Annotated[Host | Pool, Field(discriminator="kind")]


def rename_note(old: OldState) -> None:
    """From version 0 to 1."""
    old.rename("note", "label")


class MachineQuery(Arguments):
    """Which machines are listed."""

    region: str | None = None


class Machine(Resource, import_id="{region}/{name}", auto_name="name"):
    """A machine in a data centre."""

    name: Replace[str] = Field(max_length=63)
    """The name, which is unique in the region."""
    region: Replace[str] = "eu"
    """The region."""
    label: str | None = None
    """A text for people."""
    size: int | None = Field(default=None, ge=1, le=64)
    """The number of processors."""
    password: Secret[str]
    """The first password. The server never tells it."""
    image: ServerDefault[str]
    """The image. By default, the server chooses its newest."""
    rules: list[Rule]
    """The open ports."""
    address: Output[str]
    """The address in the network."""

    migrations: ClassVar = [rename_note]

    def create(self, cx: CreateContext) -> str:
        made = cx.client(Settings).post("/machines", json={**self._body(), "password": self.password}).raise_for_status().json()
        id = f"{self.region}/{self.name}"
        self.image = made["image"]
        cx.checkpoint(id, self)
        self._wait(cx, id)
        return id

    def resume(self, old: Self, cx: UpdateContext) -> None:
        self._wait(cx, self.id)

    @classmethod
    def read(cls, id: str, old: Self | None, cx: ReadContext) -> Self | None:
        answer = cx.client(Settings).get(f"/machines/{id}")
        if answer.status == 404:
            return None
        found = answer.raise_for_status().json()
        return cls(
            name=found["name"],
            region=found["region"],
            label=found["label"],
            size=found["size"],
            # The next update after an import sets the password of the program.
            password=old.password if old is not None else "",
            image=found["image"],
            rules=[Rule(port=rule["port"], target=target(rule["target"])) for rule in found["rules"]],
            address=found["address"] or "",
        )

    def update(self, old: Self, cx: UpdateContext) -> None:
        body = self._body()
        if self.password != old.password:
            body["password"] = self.password
        changed = cx.client(Settings).put(f"/machines/{self.id}", json=body).raise_for_status().json()
        self.image = changed["image"]

    def delete(self, cx: DeleteContext) -> None:
        cx.client(Settings).delete(f"/machines/{self.id}").raise_for_status()

    @classmethod
    def list_(cls, request: ListRequest[MachineQuery], cx: ListContext) -> Page:
        asked = {"region": request.query.region, "size": request.page_size, "after": request.continuation_token}
        query = "&".join(f"{name}={value}" for name, value in asked.items() if value is not None)
        found = cx.client(Settings).get(f"/machines?{query}").raise_for_status().json()
        machines = [ListedResource(f"{one['region']}/{one['name']}", one["name"]) for one in found["machines"]]
        return Page(machines, continuation_token=found["next"])

    def _body(self) -> dict[str, Any]:
        """The properties as the server takes them."""
        rules = [{"port": rule.port, "target": sent(rule.target)} for rule in self.rules]
        known = {"name": self.name, "region": self.region, "label": self.label, "size": self.size, "image": self.image}
        return {**{name: value for name, value in known.items() if value is not None}, "rules": rules}

    def _wait(self, cx: CreateContext | UpdateContext, id: str) -> None:
        """Waits until the machine has an address."""

        def look(attempt: int) -> str | Pending:
            found = cx.client(Settings).get(f"/machines/{id}").raise_for_status().json()
            return found["address"] or Pending(f"the machine is {found['state']}")

        with error_context(f"waiting for the machine {id}"):
            self.address = cx.wait(look, every=1, factor=1.5, max_delay=20)


def sent(to: Host | Pool) -> dict[str, str]:
    """The target of a rule as the server takes it."""
    return {"host": to.address} if isinstance(to, Host) else {"pool": to.name}


def target(found: dict[str, str]) -> Host | Pool:
    """The target of a rule, by the answer of the server."""
    return Host(address=found["host"]) if "host" in found else Pool(name=found["pool"])


class MachineInfo(Results):
    """A machine of any manager."""

    size: int | None
    address: str


@function
def get_machine(
    name: Annotated[str, Doc("The name.")], cx: FunctionContext, region: Annotated[str, Doc("The region.")] = "eu"
) -> MachineInfo:
    """Looks up a machine that something else manages."""
    answer = cx.client(Settings).get(f"/machines/{region}/{name}")
    if answer.status == 404:
        raise NotFoundError(f"the region {region} has no machine {name}")
    found = answer.raise_for_status().json()
    return MachineInfo(size=found["size"], address=found["address"] or "")


server = Net(
    Settings.url,
    required=True,
    reason="the server that is managed",
    credential=Bearer(Settings.token, host_only=True),
)
provider = Provider(config=Settings, resources=[Machine], functions=[get_machine], net=[server])
