"""A permission of a role."""

import enum
from typing import Any

from pulumi_wasm_provider import Object

from .api import decoded, encoded
from .values import text_of


class PermissionType(enum.Enum):
    """What a permission allows."""

    READ = "READ"
    WRITE = "WRITE"
    READWRITE = "READWRITE"


class Permission(Object):
    """A permission for a range of keys."""

    key: str
    """The first key of the range."""
    range_end: str | None
    """The first key behind the range. Without it, the permission is for the one key."""
    type: PermissionType
    """What the permission allows."""

    def _to_request(self) -> dict[str, Any]:
        """The permission in the form of the gateway."""
        return {
            "permType": self.type.value,
            "key": encoded(self.key),
            "range_end": encoded(self.range_end or ""),
        }


def from_answer(found: dict[str, Any]) -> Permission:
    """A permission that the gateway describes. It leaves out the first type, `READ`, and empty bytes."""
    end = text_of("a permission", decoded(found.get("range_end")))
    return Permission(
        key=text_of("a permission", decoded(found.get("key"))),
        range_end=end or None,
        type=PermissionType(found.get("permType", "READ")),
    )
