"""The NS records of a zone itself, which are part of the zone where its program says what they are."""

from .api import Api
from .content import same_records
from .name import DomainName

#: The cache time of NS records in a zone without earlier ones: the server's value for new ones.
TIME_TO_LIVE = 3600

NS = "NS"


def read(api: Api, zone: DomainName, recorded: list[str]) -> list[str]:
    """The names of the zone's servers. Their order has no meaning, so if the
    zone has the recorded names, the result keeps their recorded order."""
    found = api.record_set(zone, zone, NS)
    records = found["records"] if found is not None else []
    names = [record["content"].lower() for record in records if not record["disabled"]]
    return list(recorded) if same_records(NS, names, recorded) else names


def write(api: Api, zone: DomainName, names: list[str]) -> None:
    """Sets the names of the zone's servers. Keeps the TTL and the comments of the records."""
    if same_records(NS, read(api, zone, names), names):
        # Writing them again would raise the serial number, and make other servers copy the zone for nothing.
        return
    if not names:
        api.delete_records(zone, zone, NS)
        return
    found = api.record_set(zone, zone, NS)
    ttl = found["ttl"] if found is not None else TIME_TO_LIVE
    api.replace_records(zone, zone, NS, ttl, [{"content": name, "disabled": False} for name in names], None)
