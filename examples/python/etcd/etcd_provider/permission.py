"""A permission of a role."""

import enum
from typing import Any

from pulumi_wasm_provider import ExactlyOneOf, Object, OldState, Requires

from .api import decoded, encoded, range_end
from .values import text_of


class Access(enum.Enum):
    """The access that a permission gives."""

    READ = "read"
    """To read keys and to watch them."""
    WRITE = "write"
    """To put and to delete keys."""
    READ_AND_WRITE = "readwrite"
    """Both."""


class Permission(Object, constraints=[ExactlyOneOf("key", "prefix"), Requires("range_end", "key")]):
    """A permission for one key, for all keys with a prefix, or for a range of keys."""

    prefix: str | None
    """The beginning of the keys, such as `/config/`; an empty text means all keys."""
    key: str | None
    """The key, or with `rangeEnd` the first key of a range."""
    range_end: str | None
    """The first key behind the range that begins with `key`."""
    access: Access
    """The access that the permission gives."""

    def _to_request(self) -> dict[str, Any]:
        """The permission in the form of the gateway."""
        if self.prefix is None:
            key, end = (self.key or "").encode(), (self.range_end or "").encode()
        else:
            key, end = _range_of(self.prefix)
        return {"permType": self.access.name.replace("_AND_", ""), "key": encoded(key), "range_end": encoded(end)}


def from_answer(found: dict[str, Any], known: list[Permission]) -> Permission:
    """A permission that the gateway describes, written as a known one of the same range. The gateway leaves out the first
    type, `READ`, and empty bytes."""
    access = Access(str(found.get("permType", "READ")).lower())
    for one in known:
        request = one._to_request()
        if (request["key"], request["range_end"]) == (found.get("key", ""), found.get("range_end", "")):
            return Permission(prefix=one.prefix, key=one.key, range_end=one.range_end, access=access)
    key = text_of("a permission", decoded(found.get("key")))
    end = text_of("a permission", decoded(found.get("range_end")))
    return Permission(access=access, **_shortest(key, end or None))


def since_version_2(state: OldState) -> None:
    """Up to version 1, permissions had the form of the gateway: `{key, rangeEnd, type: "READ"}`."""

    def changed(permission: Any) -> dict[str, Any]:
        names = {"range_end": "rangeEnd"}
        found = _shortest(permission["key"], permission.get("rangeEnd"))
        return {**{names.get(name, name): value for name, value in found.items()}, "access": permission["type"].lower()}

    state.map("permissions", lambda permissions: [changed(one) for one in permissions])


def _range_of(prefix: str) -> tuple[bytes, bytes]:
    """The range of all keys with a prefix. One zero byte stands for the first key."""
    start = prefix.encode()
    return start or b"\0", range_end(start)


def _shortest(key: str, end: str | None) -> dict[str, str]:
    """The attributes for a range: a prefix if it is one."""
    if end is None:
        return {"key": key}
    prefix = "" if key == "\0" else key
    start, behind = _range_of(prefix)
    if (key.encode(), end.encode()) == (start, behind):
        return {"prefix": prefix}
    return {"key": key, "range_end": end}
