"""The function `getZone`."""

from typing import Annotated

from pulumi_wasm_provider import Doc, FunctionContext, InvalidError, NotFoundError, Results, function

from . import nameservers
from .api import Api
from .kind import ZoneKind
from .name import DomainName, SpellingError


class GetZoneResult(Results):
    """A zone as it is now."""

    name: str
    """The domain name of the zone, with the dot at its end."""
    kind: ZoneKind
    """Where the records come from."""
    nameservers: list[str]
    """The names of the servers that answer for the zone: its NS records."""
    masters: list[str]
    """The addresses of the servers that the zone is copied from."""
    account: str
    """The account that the zone belongs to; empty if it has no account."""
    dnssec: bool
    """Whether the zone is signed."""
    serial: int
    """The serial number in the zone's SOA record."""
    url: str
    """Where the zone is in the server's API."""


@function
def get_zone(
    name: Annotated[str, Doc("The domain name of the zone. The dot at its end may be left out.")], cx: FunctionContext
) -> GetZoneResult:
    """Looks up a zone of the server, of any manager. It is an error if the server has no zone of that name."""
    try:
        zone = DomainName.parse(name)
    except SpellingError as reason:
        raise InvalidError("name", str(reason)) from None
    api = Api(cx)
    found = api.zone(zone)
    if found is None:
        raise NotFoundError(f"the server has no zone {zone}")
    return GetZoneResult(
        name=str(zone),
        kind=ZoneKind(found["kind"]),
        nameservers=nameservers.read(api, zone, []),
        masters=found["masters"],
        account=found["account"],
        dnssec=found["dnssec"],
        serial=found["serial"],
        url=found["url"],
    )
