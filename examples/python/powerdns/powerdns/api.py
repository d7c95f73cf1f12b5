"""The API's operations, one method each.

A status alone does not prove that something is gone: a wrong server id or a proxy's own page are 404 as well. So before a zone
counts as missing, the server is asked for the list of zones of that name, which must be empty.
"""

from typing import Any, TypedDict

from pulumi_wasm_provider import Context, NotFoundError, ProviderError, http

from .name import DomainName
from .sending import refusal, send

#: How many records a search may find. Names are searched with wildcards, so that `*.example.org` finds others too.
SEARCH_LIMIT = 1000


class ZoneAnswer(TypedDict):
    """The parts of the server's description of a zone that this provider uses."""

    kind: str
    account: str
    masters: list[str]
    serial: int
    dnssec: bool
    url: str


class Record(TypedDict):
    """One record of a record set."""

    content: str
    disabled: bool


class CommentEntry(TypedDict):
    """A comment of a record set. The server insists on an account, and takes an empty one."""

    content: str
    account: str


class RecordSetAnswer(TypedDict):
    """The records of one name and type, as the server describes them."""

    ttl: int
    records: list[Record]
    comments: list[CommentEntry]


class ZoneSettings(TypedDict):
    """The settings of a zone that can be changed."""

    kind: str
    account: str
    masters: list[str]


class Api:
    """One PowerDNS server."""

    def __init__(self, cx: Context) -> None:
        self._cx = cx

    def zone(self, zone: DomainName) -> ZoneAnswer | None:
        """The zone, without its records."""
        answer = send(self._cx, "GET", f"{_path(zone)}?rrsets=false")
        if self._is_missing(zone, answer):
            return None
        return _zone(self._expect(f"read the zone {zone}", answer).json())

    def create_zone(self, zone: DomainName, settings: ZoneSettings, nameservers: list[str]) -> ZoneAnswer:
        """Makes a zone. Fails with `AlreadyExistsError` if one of that name exists. After any other failure, the zone
        may exist or not."""

        def is_absent() -> bool:
            # The second time it would stumble over what the first time left behind.
            try:
                return self.zone(zone) is None
            except ProviderError:
                return False

        body = {"name": str(zone), **settings, "nameservers": nameservers}
        answer = send(self._cx, "POST", "/zones?rrsets=false", body, is_absent)
        return _zone(self._expect(f"create the zone {zone}", answer).json())

    def change_zone(self, zone: DomainName, settings: ZoneSettings) -> None:
        """Changes a zone's settings, and leaves its records alone.
        Fails with `NotFoundError` if the zone does not exist."""
        answer = send(self._cx, "PUT", _path(zone), settings)
        self._expect_in(zone, f"change the zone {zone}", answer)

    def delete_zone(self, zone: DomainName) -> None:
        """Deletes a zone with all its records. A missing zone is fine."""
        answer = send(self._cx, "DELETE", _path(zone))
        if not self._is_missing(zone, answer):
            self._expect(f"delete the zone {zone}", answer)

    def metadata(self, zone: DomainName) -> dict[str, list[str]]:
        """All metadata of a zone by kind."""
        answer = send(self._cx, "GET", f"{_path(zone)}/metadata")
        entries = self._expect(f"read the metadata of {zone}", answer).json()
        return {entry["kind"]: entry["metadata"] for entry in entries}

    def set_metadata(self, zone: DomainName, kind: str, values: list[str]) -> None:
        """Replaces the values of one kind of metadata; without values it is gone."""
        body = {"kind": kind, "metadata": values}
        answer = send(self._cx, "PUT", f"{_path(zone)}/metadata/{kind}", body)
        self._expect(f"set the metadata {kind} of {zone}", answer)

    def record_set(self, zone: DomainName, name: DomainName, record_type: str) -> RecordSetAnswer | None:
        """The records of one name and type; or None without any.
        Fails with `NotFoundError` if the zone does not exist."""
        query = f"rrset_name={name.in_query()}&rrset_type={record_type}"
        answer = send(self._cx, "GET", f"{_path(zone)}?{query}")
        found = self._expect_in(zone, f"read {name} {record_type}", answer).json()
        # A server that is older than the two parameters answers with all record sets.
        for one in found.get("rrsets", []):
            if _is_same(one["type"], record_type) and _is_same(one["name"], str(name)):
                comments = one.get("comments", [])
                if one.get("records"):
                    return {"ttl": one.get("ttl", 0), "records": one["records"], "comments": comments}
                # Nothing but the comments of records that are disabled, or gone.
                return self._disabled_records(zone, name, record_type, comments)
        return self._disabled_records(zone, name, record_type, [])

    def _disabled_records(
        self, zone: DomainName, name: DomainName, record_type: str, comments: list[CommentEntry]
    ) -> RecordSetAnswer | None:
        """The records of one name and type if they are disabled. Up to PowerDNS 4.9, they are missing if a zone is
        asked for one record set (PowerDNS issue 11473), and the list of all record sets may be very long."""
        text = name.in_query().removesuffix(".")
        if not text:
            return None
        query = f"q={text}&max={SEARCH_LIMIT}&object_type=record"
        answer = send(self._cx, "GET", f"/search-data?{query}")
        found: list[Any] = [
            one
            for one in self._expect(f"search for {name}", answer).json()
            if _is_same(one["zone"], str(zone)) and _is_same(one["name"], str(name)) and _is_same(one["type"], record_type)
        ]
        if not found:
            return None
        records: list[Record] = [{"content": one["content"], "disabled": one.get("disabled", False)} for one in found]
        return {"ttl": found[0]["ttl"], "records": records, "comments": comments}

    def replace_records(
        self,
        zone: DomainName,
        name: DomainName,
        record_type: str,
        ttl: int,
        records: list[Record],
        comments: list[CommentEntry] | None,
    ) -> None:
        """Makes these all records of one name and type. Without comments, those that
        are there stay. Fails with `NotFoundError` if the zone does not exist."""
        change: dict[str, Any] = {"changetype": "REPLACE", "name": str(name), "type": record_type, "ttl": ttl, "records": records}
        if comments is not None:
            change["comments"] = comments
        self._change(zone, f"write {name} {record_type}", change)

    def delete_records(self, zone: DomainName, name: DomainName, record_type: str) -> None:
        """Takes away all records of one name and type, and their comments.
        Fails with `NotFoundError` if the zone does not exist."""
        change = {"changetype": "DELETE", "name": str(name), "type": record_type}
        self._change(zone, f"delete {name} {record_type}", change)

    def _change(self, zone: DomainName, action: str, change: dict[str, Any]) -> None:
        answer = send(self._cx, "PATCH", _path(zone), {"rrsets": [change]})
        self._expect_in(zone, action, answer)

    def _expect_in(self, zone: DomainName, action: str, answer: http.Response) -> http.Response:
        if self._is_missing(zone, answer):
            raise NotFoundError(f"cannot {action}: the server has no zone {zone}")
        return self._expect(action, answer)

    def _expect(self, action: str, answer: http.Response) -> http.Response:
        if not answer.ok:
            raise refusal(self._cx, action, answer)
        return answer

    def _is_missing(self, zone: DomainName, answer: http.Response) -> bool:
        """Whether the answer means that the zone is missing, and it is true."""
        if answer.status != 404:
            return False
        answer = send(self._cx, "GET", f"/zones?zone={zone.in_query()}")
        zones: list[Any] = self._expect("find the server", answer).json()
        return not zones


def _path(zone: DomainName) -> str:
    return f"/zones/{zone.in_address()}"


def _is_same(one: str, other: str) -> bool:
    return one.lower() == other.lower()


def _zone(answer: Any) -> ZoneAnswer:
    return {
        "kind": answer["kind"],
        "account": answer.get("account", ""),
        "masters": answer.get("masters", []),
        "serial": answer.get("serial", 0),
        "dnssec": answer.get("dnssec", False),
        "url": answer["url"],
    }
