"""The resource `Zone`."""

from typing import Annotated, Self

from pulumi_wasm_provider import (
    AlreadyExistsError,
    CheckContext,
    CreateContext,
    DeleteContext,
    Field,
    Output,
    ProviderError,
    ReadContext,
    ReadResult,
    Replace,
    Resource,
    Stable,
    UpdateContext,
    value_of,
)

from . import metadata, nameservers, spelling
from .api import Api, ZoneAnswer, ZoneSettings
from .kind import ZoneKind
from .mark import mark_of
from .metadata import Metadata
from .name import DomainName, SpellingError


class Zone(Resource):
    """A zone that the server answers for.

    Deleting the zone deletes all records in it, also those that other programs have put there; the resource option
    `protect` keeps it from happening by accident. To manage a zone that exists, import it by its name, with a resource option:

    ```yaml
    options: { import: example.org. }
    ```
    """

    name: Replace[str]
    """The domain name of the zone. The dot at its end may be left out. Another name makes another zone: the old one
    is deleted."""
    kind: ZoneKind = ZoneKind.NATIVE
    """Where the records come from, and whether other servers are told about changes."""
    nameservers: list[Annotated[str, Field(compare=["ignore-case", "trailing-dot"])]] | None = Field(
        default=None, compare="set", unique_items=True
    )
    """The names of the servers that answer for the zone: its NS records. Where this is left out, the zone's NS
    records are left alone, so that a `RecordSet` can have them. Zones of the kinds `Slave` and `Consumer` get
    theirs from their primary."""
    masters: list[str] | None = Field(default=None, compare="empty")
    """The addresses of the servers that a zone of the kind `Slave` or `Consumer` is copied from, each with a port
    where that is not 53: `192.0.2.1`, `[2001:db8::1]:5300`."""
    account: str | None = Field(default=None, compare="empty")
    """Whom the zone belongs to, for people and for tools in front of the server. The server itself does not care."""
    metadata: dict[str, Annotated[list[str], Field(compare="set")]] | None = Field(
        default=None, compare="empty", key_pattern="^[A-Z0-9-]+$"
    )
    """[Metadata](https://doc.powerdns.com/authoritative/domainmetadata.html) of the zone by kind, such as
    `ALLOW-AXFR-FROM` or `ALSO-NOTIFY`. Kinds that are not mentioned are left alone."""
    serial: Output[int]
    """The serial number in the zone's SOA record when it was last looked at. Each change of a record raises it."""
    url: Stable[str]
    """Where the zone is in the server's API."""

    def check(self, cx: CheckContext) -> None:
        spelling.text(value_of(self, Zone.name), cx, spelling.name)
        spelling.texts(value_of(self, Zone.nameservers), cx, spelling.name)
        spelling.texts(value_of(self, Zone.masters), cx, spelling.address)
        if value_of(self, Zone.nameservers).known and self.kind.is_copied:
            # The server would refuse this only after it has made the zone.
            cx.fail(Zone.nameservers, "a zone of this kind gets its NS records from its primary")

    def create(self, cx: CreateContext) -> str:
        api, name = Api(cx), DomainName.parse(self.name)
        mark = mark_of(cx.urn)
        found = api.zone(name)
        if found is not None:
            if found["account"] != mark:
                raise AlreadyExistsError(
                    f"the server has a zone {name} already; to manage it from here, give `{cx.name}` the resource "
                    f"option `import: {name}` for one `pulumi up`"
                )
            # Made by a create whose answer was lost.
            self._take(found)
            cx.checkpoint(str(name), self)
            self._write(api, name, self.metadata or {})
            return str(name)
        try:
            answer = api.create_zone(name, {**self._settings(), "account": mark}, self.nameservers or [])
        except AlreadyExistsError:
            # Another client was faster.
            raise
        except ProviderError:
            # The server makes a zone first and fills it then. When the second step fails, or the answer is lost, there is a
            # zone now that was not there before, and it must not be forgotten.
            self._keep_what_is_there(api, name, cx)
            raise
        self._take(answer)
        cx.checkpoint(str(name), self)
        api.change_zone(name, self._settings())
        metadata.write(api, name, {}, self.metadata or {})
        return str(name)

    def resume(self, old: Self, cx: UpdateContext) -> None:
        self.update(old, cx)

    @classmethod
    def read(cls, id: str, old: Self | None, cx: ReadContext) -> ReadResult[Self] | None:
        api, name = Api(cx), DomainName.parse(id)
        answer = api.zone(name)
        if answer is None:
            return None
        kind = ZoneKind(answer["kind"])
        if kind.is_copied or (old is not None and old.nameservers is None):
            servers = None
        elif old is not None:
            servers = nameservers.read(api, name, old.nameservers or [])
        else:
            servers = nameservers.read(api, name, []) or None
        mentioned = old.metadata if old is not None else None
        state = cls(
            name=str(name),
            kind=kind,
            nameservers=servers,
            masters=[_address(master) for master in answer["masters"]] or None,
            account=answer["account"] or None,
            metadata=metadata.read(api, name, mentioned) if mentioned is not None else None,
            serial=answer["serial"],
            url=answer["url"],
        )
        return ReadResult(state, id=str(name))

    def update(self, old: Self, cx: UpdateContext) -> None:
        self._write(Api(cx), DomainName.parse(self.id), old.metadata or {})

    def delete(self, cx: DeleteContext) -> None:
        Api(cx).delete_zone(DomainName.parse(self.id))

    def _write(self, api: Api, name: DomainName, old_metadata: Metadata) -> None:
        """Makes a zone that exists what it shall be."""
        api.change_zone(name, self._settings())
        if self.nameservers is not None:
            nameservers.write(api, name, self.nameservers)
        metadata.write(api, name, old_metadata, self.metadata or {})
        answer = api.zone(name)
        if answer is None:
            raise ProviderError(f"the zone {name} has just vanished")
        self._take(answer)

    def _settings(self) -> ZoneSettings:
        """The zone's settings for the server."""
        return {"kind": self.kind.value, "account": self.account or "", "masters": self.masters or []}

    def _take(self, answer: ZoneAnswer) -> None:
        """Takes over what the server says."""
        self.serial, self.url = answer["serial"], answer["url"]

    def _keep_what_is_there(self, api: Api, name: DomainName, cx: CreateContext) -> None:
        """Records the zone if there is one."""
        try:
            answer = api.zone(name)
        except ProviderError:
            return
        if answer is not None:
            self._take(answer)
            cx.checkpoint(str(name), self)


def _address(master: str) -> str:
    try:
        return spelling.address(master)
    except SpellingError:
        return master
