"""The id of a record set: `zone/name/type`."""

from dataclasses import dataclass
from typing import Self

from .name import DomainName, SpellingError


@dataclass(frozen=True)
class RecordSetId:
    """The parts that tell one record set from all others of a server."""

    zone: DomainName
    name: DomainName
    record_type: str

    @classmethod
    def of(cls, zone: str, name: str, record_type: str) -> Self:
        """Puts the parts together, as the inputs have them."""
        return cls(DomainName.parse(zone), DomainName.parse(name), record_type.upper())

    @classmethod
    def parse(cls, id: str) -> Self:
        """Parses an id that the provider made or a user wrote.

        Names may contain slashes, for example in reverse zones of a part of a network: `0/25.2.0.192.in-addr.arpa`.
        The zone ends at the slash after which the rest is a name inside that zone.
        """
        names, slash, record_type = id.rpartition("/")
        if slash:
            record_type = canonical_type(record_type)
            for position, character in enumerate(names):
                if character != "/":
                    continue
                try:
                    zone, name = DomainName.parse(names[:position]), DomainName.parse(names[position + 1 :])
                except SpellingError:
                    continue
                if name.is_within(zone):
                    return cls(zone, name, record_type)
        raise SpellingError(f"`{id}` is not the id of a record set, such as `example.org./www.example.org./A`")

    def __str__(self) -> str:
        return f"{self.zone}/{self.name}/{self.record_type}"


def canonical_type(text: str) -> str:
    """The canonical spelling of a record type."""
    if not text or not (text.isascii() and text.isalnum()):
        raise SpellingError(f"`{text}` is not a record type, such as `A` or `MX`")
    if text.upper() == "SOA":
        raise SpellingError("the SOA record belongs to the server, which counts the zone's changes in it")
    return text.upper()
