"""The resource `RecordSet`."""

from typing import Self

from pulumi_wasm_provider import (
    AlreadyExistsError,
    CheckContext,
    CreateContext,
    DeleteContext,
    Diff,
    DiffContext,
    Field,
    NotFoundError,
    ReadContext,
    ReadResult,
    Replace,
    Resource,
    UpdateContext,
    value_of,
)

from . import content, records, spelling
from .api import Api
from .name import DomainName, SpellingError
from .record_set_id import RecordSetId, canonical_type
from .records import Comment


class RecordSet(Resource, import_id="{zone}/{name}/{record_type}"):
    """The records of one name and one type.

    A record set is managed as a whole: records that others add to it show up as changes, and go with the next update.
    To manage one that exists, import it by its zone, name and type, with a resource option:

    ```yaml
    options: { import: example.org./www.example.org./A }
    ```
    """

    zone: Replace[str]
    """The domain name of the zone, as the `name` of a `Zone` has it. The dot at its end may be left out."""
    name: Replace[str]
    """The full domain name that has the records, such as `www.example.org.`, or the zone's own name. The dot at its
    end may be left out."""
    record_type: Replace[str] = Field(name="type")
    """The type of the records, such as `A`, `MX` or `TXT`."""
    ttl: int = Field(default=3600, le=2147483647)
    """For how many seconds the records may be cached, at most 2147483647 (RFC 2181, section 8)."""
    records: list[str] = Field(min_items=1)
    """The records' contents, one entry each, as in a zone file: `192.0.2.1` in an `A` record, `10 mail.example.org.`
    in an `MX` record. The text of a `TXT` record is written without quotation marks, unless it matters how it is cut
    into strings: `"one" "two"`. The order of the records means nothing."""
    comments: list[Comment] | None = Field(default=None, compare=["empty", "set"])
    """Comments for the people who look after the zone. They are not visible in DNS."""
    disabled: bool = False
    """Whether the server keeps the records without answering with them."""

    def check(self, cx: CheckContext) -> None:
        zone, name, record_type = (
            value_of(self, property) for property in (RecordSet.zone, RecordSet.name, RecordSet.record_type)
        )
        spelling.text(zone, cx, spelling.name)
        spelling.text(name, cx, spelling.name)
        spelling.text(record_type, cx, canonical_type)
        if zone.known and name.known:
            self._check_place(cx)
        spelling.texts(value_of(self, RecordSet.records), cx, lambda text: content.canonical(self.record_type, text))

        def same(one: str, other: str) -> bool:
            return content.same_records(self.record_type, [one], [other])

        spelling.distinct(self.records, RecordSet.records, cx, same)

    def _check_place(self, cx: CheckContext) -> None:
        """Whether the name is in the zone."""
        try:
            zone, name = DomainName.parse(self.zone), DomainName.parse(self.name)
        except SpellingError:
            # It has been said.
            return
        if not name.is_within(zone):
            full = str(zone) if str(name) == "@." else f"{name}{zone}"
            cx.fail(RecordSet.name, f"`{name}` is not in the zone `{zone}`: names are written in full, as `{full}`")

    def diff(self, old: Self, diff: Diff, cx: DiffContext) -> None:
        # A name with a CNAME cannot have other records: the new ones have to wait for the end of the old ones.
        if old.record_type != self.record_type and "CNAME" in (old.record_type, self.record_type):
            diff.delete_before_replace = True
        new = value_of(self, RecordSet.records).get()
        if new is not None and content.same_records(self.record_type, old.records, new):
            diff.ignore(RecordSet.records)
        # Two of the same name and type cannot exist: one that the user asked to replace is deleted first.
        if (old.zone, old.name, old.record_type) == (self.zone, self.name, self.record_type):
            diff.delete_before_replace = True

    def create(self, cx: CreateContext) -> str:
        api, id = Api(cx), RecordSetId.of(self.zone, self.name, self.record_type)
        # The server has no request that only adds a record set: an existing one would be overwritten.
        if api.record_set(id.zone, id.name, id.record_type) is not None:
            raise AlreadyExistsError(
                f"the zone {id.zone} has {id.record_type} records of the name {id.name} already; to manage them from here, "
                f"give `{cx.name}` the resource option `import: {id}` for one `pulumi up`"
            )
        self._write(api, id)
        return str(id)

    @classmethod
    def read(cls, id: str, old: Self | None, cx: ReadContext) -> ReadResult[Self] | None:
        api, place = Api(cx), RecordSetId.parse(id)
        try:
            found = api.record_set(place.zone, place.name, place.record_type)
        except NotFoundError:
            return None
        if found is None:
            return None
        contents, comments = (old.records, old.comments or []) if old is not None else ([], [])
        current = records.current(place.record_type, found, contents, comments)
        if current.left_out > 0:
            cx.warn(
                f"{current.left_out} of the records of {place} are disabled, unlike the others; they are not shown here, and "
                "the next change of the record set removes them"
            )
        state = cls(
            zone=str(place.zone),
            name=str(place.name),
            record_type=place.record_type,
            ttl=current.ttl,
            records=current.contents,
            comments=current.comments or None,
            disabled=current.disabled,
        )
        return ReadResult(state, id=str(place))

    def update(self, old: Self, cx: UpdateContext) -> None:
        self._write(Api(cx), RecordSetId.parse(self.id))

    def delete(self, cx: DeleteContext) -> None:
        id = RecordSetId.parse(self.id)
        # If even the zone is gone, this is a NotFoundError, which counts as done.
        Api(cx).delete_records(id.zone, id.name, id.record_type)

    def _write(self, api: Api, id: RecordSetId) -> None:
        """Makes these the records, in place of all earlier ones."""
        api.replace_records(
            id.zone,
            id.name,
            id.record_type,
            self.ttl,
            records.to_send(id.record_type, self.records, self.disabled),
            records.comments_to_send(self.comments or []),
        )
