"""The mark on a new zone, which shows until the end of its create that the zone belongs to this resource.

A zone is made with a mark in its field `account`, the one field for free text that the server takes in the same request; the
account that the program gives is set right afterwards. If a create was
interrupted in between, and its answer was lost, the next one finds the mark.
"""


def mark_of(urn: str) -> str:
    """The mark of a resource: 23 characters, and every database has room for 40."""
    # FNV-1a of 64 bits: the same in every version of this provider, and a collision gives no advantage to an attacker.
    fingerprint = 0xCBF29CE484222325
    for byte in urn.encode():
        fingerprint = (fingerprint ^ byte) * 0x00000100000001B3 & (1 << 64) - 1
    return f"pulumi:{fingerprint:016x}"
