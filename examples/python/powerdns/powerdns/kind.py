"""The kinds of zones."""

from enum import Enum


class ZoneKind(Enum):
    """Where the records of a zone come from."""

    NATIVE = "Native"
    """From this server's database. Other servers with the same zone, if any, share the database."""
    MASTER = "Master"
    """From this server's database. The other servers of the zone are notified of each change, and copy it."""
    SLAVE = "Slave"
    """Copied from the servers in `masters`."""
    PRODUCER = "Producer"
    """A catalog: the list of zones that other servers shall have. Needs PowerDNS 4.7."""
    CONSUMER = "Consumer"
    """A catalog that is copied from the servers in `masters`, with all zones listed in it. Needs PowerDNS 4.7."""

    @property
    def is_copied(self) -> bool:
        """Whether the zone's records, down to its NS records, are another server's business."""
        return self in (ZoneKind.SLAVE, ZoneKind.CONSUMER)
