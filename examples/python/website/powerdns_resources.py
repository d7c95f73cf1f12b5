"""Resources of the package `powerdns` 0.1.0, as children of component resources.

Written by `pulumi-wasm add`. Do not edit: the command overwrites this file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired, TypedDict

import pulumi_wasm_provider as sdk


class RecordSet(sdk.TypedResource["RecordSetInputs"]):
    """The records of one name and one type."""

    TOKEN = "powerdns:index:RecordSet"

    @property
    def comments(self) -> sdk.Output[list[CommentValue] | None]:
        """Comments for the people who look after the zone. They are not visible in DNS."""
        return self._output("comments")

    @property
    def disabled(self) -> sdk.Output[bool]:
        """Whether the server keeps the records without answering with them."""
        return self._output("disabled")

    @property
    def name(self) -> sdk.Output[str]:
        """The full domain name that has the records, such as `www.example.org.`, or the zone's own name. The dot at its end may be left out."""
        return self._output("name")

    @property
    def records(self) -> sdk.Output[list[str]]:
        """The records' contents, one entry each, as in a zone file: `192.0.2.1` in an `A` record, `10 mail.example.org.` in an `MX` record. The text of a `TXT` record is written without quotation marks, unless it matters how it is cut into strings: `"one" "two"`. The order of the records means nothing."""
        return self._output("records")

    @property
    def ttl(self) -> sdk.Output[int]:
        """For how many seconds the records may be cached, at most 2147483647 (RFC 2181, section 8)."""
        return self._output("ttl")

    @property
    def type(self) -> sdk.Output[str]:
        """The type of the records, such as `A`, `MX` or `TXT`."""
        return self._output("type")

    @property
    def zone(self) -> sdk.Output[str]:
        """The domain name of the zone, as the `name` of a `Zone` has it. The dot at its end may be left out."""
        return self._output("zone")


class RecordSetInputs(TypedDict):
    """The inputs of `RecordSet`."""

    comments: NotRequired[Sequence[Comment | sdk.Output[Mapping[str, Any]]] | sdk.Output[Sequence[Mapping[str, Any]] | None] | None]
    """Comments for the people who look after the zone. They are not visible in DNS."""
    disabled: NotRequired[bool | sdk.Output[bool | None] | None]
    """Whether the server keeps the records without answering with them."""
    name: str | sdk.Output[str]
    """The full domain name that has the records, such as `www.example.org.`, or the zone's own name. The dot at its end may be left out."""
    records: Sequence[str | sdk.Output[str]] | sdk.Output[Sequence[str]]
    """The records' contents, one entry each, as in a zone file: `192.0.2.1` in an `A` record, `10 mail.example.org.` in an `MX` record. The text of a `TXT` record is written without quotation marks, unless it matters how it is cut into strings: `"one" "two"`. The order of the records means nothing."""
    ttl: NotRequired[int | sdk.Output[int | None] | None]
    """For how many seconds the records may be cached, at most 2147483647 (RFC 2181, section 8)."""
    type: str | sdk.Output[str]
    """The type of the records, such as `A`, `MX` or `TXT`."""
    zone: str | sdk.Output[str]
    """The domain name of the zone, as the `name` of a `Zone` has it. The dot at its end may be left out."""


class Zone(sdk.TypedResource["ZoneInputs"]):
    """A zone that the server answers for."""

    TOKEN = "powerdns:index:Zone"

    @property
    def account(self) -> sdk.Output[str | None]:
        """Whom the zone belongs to, for people and for tools in front of the server. The server itself does not care."""
        return self._output("account")

    @property
    def kind(self) -> sdk.Output[Literal["Native", "Master", "Slave", "Producer", "Consumer"]]:
        """Where the records come from, and whether other servers are told about changes."""
        return self._output("kind")

    @property
    def masters(self) -> sdk.Output[list[str] | None]:
        """The addresses of the servers that a zone of the kind `Slave` or `Consumer` is copied from, each with a port where that is not 53: `192.0.2.1`, `[2001:db8::1]:5300`."""
        return self._output("masters")

    @property
    def metadata(self) -> sdk.Output[dict[str, list[str]] | None]:
        """[Metadata](https://doc.powerdns.com/authoritative/domainmetadata.html) of the zone by kind, such as `ALLOW-AXFR-FROM` or `ALSO-NOTIFY`. Kinds that are not mentioned are left alone."""
        return self._output("metadata")

    @property
    def name(self) -> sdk.Output[str]:
        """The domain name of the zone. The dot at its end may be left out. Another name makes another zone: the old one is deleted."""
        return self._output("name")

    @property
    def nameservers(self) -> sdk.Output[list[str] | None]:
        """The names of the servers that answer for the zone: its NS records. Where this is left out, the zone's NS records are left alone, so that a `RecordSet` can have them. Zones of the kinds `Slave` and `Consumer` get theirs from their primary."""
        return self._output("nameservers")

    @property
    def serial(self) -> sdk.Output[int]:
        """The serial number in the zone's SOA record when it was last looked at. Each change of a record raises it."""
        return self._output("serial")

    @property
    def url(self) -> sdk.Output[str]:
        """Where the zone is in the server's API."""
        return self._output("url")


class ZoneInputs(TypedDict):
    """The inputs of `Zone`."""

    account: NotRequired[str | sdk.Output[str | None] | None]
    """Whom the zone belongs to, for people and for tools in front of the server. The server itself does not care."""
    kind: NotRequired[Literal["Native", "Master", "Slave", "Producer", "Consumer"] | sdk.Output[str | None] | None]
    """Where the records come from, and whether other servers are told about changes."""
    masters: NotRequired[Sequence[str | sdk.Output[str]] | sdk.Output[Sequence[str] | None] | None]
    """The addresses of the servers that a zone of the kind `Slave` or `Consumer` is copied from, each with a port where that is not 53: `192.0.2.1`, `[2001:db8::1]:5300`."""
    metadata: NotRequired[Mapping[str, Sequence[str | sdk.Output[str]] | sdk.Output[Sequence[str]]] | sdk.Output[Mapping[str, Sequence[str]] | None] | None]
    """[Metadata](https://doc.powerdns.com/authoritative/domainmetadata.html) of the zone by kind, such as `ALLOW-AXFR-FROM` or `ALSO-NOTIFY`. Kinds that are not mentioned are left alone."""
    name: str | sdk.Output[str]
    """The domain name of the zone. The dot at its end may be left out. Another name makes another zone: the old one is deleted."""
    nameservers: NotRequired[Sequence[str | sdk.Output[str]] | sdk.Output[Sequence[str] | None] | None]
    """The names of the servers that answer for the zone: its NS records. Where this is left out, the zone's NS records are left alone, so that a `RecordSet` can have them. Zones of the kinds `Slave` and `Consumer` get theirs from their primary."""


class Comment(TypedDict):
    """A comment on a record set."""

    account: NotRequired[str | sdk.Output[str | None] | None]
    """The author of the comment."""
    content: str | sdk.Output[str]
    """The text of the comment."""


class CommentValue(TypedDict):
    """A comment on a record set."""

    account: NotRequired[str | None]
    """The author of the comment."""
    content: str
    """The text of the comment."""
