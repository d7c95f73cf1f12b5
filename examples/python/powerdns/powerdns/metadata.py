"""The metadata of a zone. The provider leaves kinds that the program does not mention, because the server stores its own data
there too."""

from .api import Api
from .name import DomainName

Metadata = dict[str, list[str]]
"""The values of each kind."""


def read(api: Api, zone: DomainName, recorded: Metadata) -> Metadata:
    """The server's metadata of the recorded kinds."""
    found = api.metadata(zone)
    return {kind: found.get(kind, values) for kind, values in recorded.items() if kind in found or not values}


def write(api: Api, zone: DomainName, old: Metadata, new: Metadata) -> None:
    """Removes the kinds that the program no longer mentions, and sets the others."""
    if superfluous := old.keys() - new.keys():
        # Some of them may never have got there: the server refused them, and refuses to take them away as well.
        for kind in api.metadata(zone):
            if kind in superfluous:
                api.set_metadata(zone, kind, [])
    for kind in sorted(new):
        api.set_metadata(zone, kind, new[kind])
