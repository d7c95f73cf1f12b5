"""Listing resources that exist."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from ._properties import Arguments

Q = TypeVar("Q", bound="Arguments", covariant=True)


@dataclass(frozen=True)
class ListRequest(Generic[Q]):
    """The request of a list: a query, and the part of its results that is wanted. `Q` is a class of `Arguments`, the query."""

    query: Q
    """The query, with its defaults."""
    limit: int | None = None
    """The number of further resources that the caller wants; None for all of them."""
    page_size: int | None = None
    """How many the engine would like in one answer; None leaves it to the provider. More may be given."""
    continuation_token: str | None = None
    """The token of the page before; None for the first page."""


@dataclass(frozen=True)
class ListedResource:
    """A resource that exists."""

    id: str
    """The id that an import takes."""
    name: str
    """A name for people."""


@dataclass
class Page:
    """Things that exist."""

    resources: list[ListedResource] = field(default_factory=list)
    continuation_token: str | None = None
    """The place to go on from: any text, which comes back in the next `ListRequest`. None at the end."""
