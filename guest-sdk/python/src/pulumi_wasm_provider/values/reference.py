"""References to other resources."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from .._interface import wire as _wire
from .._model.types import SchemaParts, Type
from ..errors import InvalidError

R = TypeVar("R")


@dataclass(eq=False)
class ResourceReference(Generic[R]):
    """A resource that a program gave as a property: `ResourceReference[Zone]` for one of this package,
    `ResourceReference[Any]` for any.

    Pulumi sends its URN and, for resources that have one, its id. Its properties are not sent.
    """

    urn: str
    """The URN; empty if an older engine sent the id alone."""
    id: str | None = None
    """The id. None for components, which have no id, and in previews while it is not known yet."""
    _rest: dict[str, Any] = field(default_factory=dict, repr=False)

    def __eq__(self, other: object) -> bool:
        # Equal when both mean the same resource.
        if not isinstance(other, ResourceReference):
            return NotImplemented
        return (self.urn, self.id) == (other.urn, other.id)

    def __hash__(self) -> int:
        return hash((self.urn, self.id))


class ReferenceType(Type):
    """`ResourceReference[R]`."""

    kind = "handle"
    noun = "a resource"

    def __init__(self, to: Any) -> None:
        self.to = to

    def schema(self, builder: SchemaParts) -> dict[str, Any]:
        return builder.resource_reference(self.to)

    def read(self, value: Any, path: str) -> ResourceReference[Any]:
        # The form of engines without references: the id, or the URN of a component.
        if isinstance(value, str):
            return ResourceReference(value) if value.startswith("urn:") else ResourceReference("", value)
        if _wire.special(value) != "resource":
            raise self.unexpected(value, path)
        urn = _wire.reveal(value.get("urn"))
        if not isinstance(urn, str):
            raise InvalidError(path, "the resource has no URN")
        id = value.get("id")
        id = None if _wire.is_unknown(id) else _wire.reveal(id)
        return ResourceReference(urn, id if isinstance(id, str) and id else None, dict(value))

    def encode(self, value: Any, path: str) -> Any:
        if not isinstance(value, ResourceReference):
            raise self.misfit(value, path)
        if not value.urn:
            return value.id
        members = {**value._rest, "urn": value.urn}
        if value.id is not None:
            members["id"] = value.id
        return _wire.signed("resource", members)

    def accepts(self, value: object) -> bool:
        return isinstance(value, ResourceReference)
