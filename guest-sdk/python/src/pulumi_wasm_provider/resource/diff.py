"""The comparison that a `diff` hook may correct."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .._model import path as _path
from ..errors import path_of

Change = Literal["added", "removed", "changed"]


@dataclass
class Difference:
    """A property that differs."""

    path: str
    """The property's path, such as `tags["a.b"]`."""
    change: Change = "changed"
    """Its change."""
    replaces: bool = False
    """Whether it replaces the resource."""


@dataclass
class Diff:
    """The planned changes, and the host's judgement of them. Properties are named as `Zone.name`, or by a path."""

    differences: list[Difference]
    """The remaining differences. With an empty list, the resource is unchanged."""
    delete_before_replace: bool
    """Whether a replacement must delete the old resource first. It begins as the host's answer: by the option
    `delete_before_replace`, and by names that must be unique."""

    def differs(self, property: object) -> bool:
        """Whether the property, or anything inside it, differs."""
        path = path_of(property)
        return any(_path.is_at_or_below(one.path, path) for one in self.differences)

    def ignore(self, property: object) -> None:
        """The property, and everything inside it, counts as the same."""
        path = path_of(property)
        self.differences = [one for one in self.differences if not _path.is_at_or_below(one.path, path)]

    def replace(self, property: object) -> None:
        """A change of the property, or of anything inside it, replaces the resource. If it does not differ, it counts as
        changed from now on."""
        self._mark(path_of(property), True)

    def update(self, property: object) -> None:
        """A change of the property, or of anything inside it, is made in place. If it does not differ, it counts as
        changed from now on."""
        self._mark(path_of(property), False)

    def _mark(self, path: str, replaces: bool) -> None:
        found = [one for one in self.differences if _path.is_at_or_below(one.path, path)]
        for one in found:
            one.replaces = replaces
        if not found:
            self.differences.append(Difference(path, "changed", replaces))
