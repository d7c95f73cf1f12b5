"""Finding things that exist."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Paging:
    """How much of a list is wanted, and where to go on."""

    limit: int | None = None
    """How many more things are wanted; None for as many as there are."""
    page_size: int | None = None
    """How many the engine would like in one answer; None leaves it to the provider. More may be given."""
    continuation: str | None = None
    """The continuation of the page before; None for the first page."""


@dataclass
class Page:
    """Things that were found."""

    found: list[tuple[str, str]] = field(default_factory=list)
    """Of each thing its id, as an import takes it, and a name for people."""
    continuation: str | None = None
    """The place to go on from: any text, which comes back as `Paging.continuation`. None at the end."""
