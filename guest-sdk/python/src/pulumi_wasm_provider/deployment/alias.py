"""Earlier names, types and places of resources."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .child import Child
    from .output import Output


@dataclass(frozen=True, kw_only=True)
class Alias:
    """A name, type or place that a resource had before, so that the engine takes both for the same resource. An omitted
    part is the current part. A text is a whole URN. The host refuses an alias unless the resource was below a component
    of the package."""

    name: str | None = None
    """The name in full."""
    type_: str | None = None
    """The type token."""
    parent: Child | Output[str] | str | None = None
    """The parent: a group or another child of the component, its `urn`, or a URN as a text."""
    parent_urn: str | None = None
    """The URN of the parent."""
    stack: str | None = None
    project: str | None = None

    def written(self) -> dict[str, Any]:
        """The alias as the host reads it."""
        parts = {
            "name": self.name,
            "type": self.type_,
            "parentUrn": self.parent_urn if self.parent is None else self.parent,
            "stack": self.stack,
            "project": self.project,
        }
        return {key: value for key, value in parts.items() if value is not None}
