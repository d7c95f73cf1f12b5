"""Listing resources that exist."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from .._model.properties import Arguments

Q = TypeVar("Q", bound="Arguments", covariant=True)


@dataclass(frozen=True)
class ListRequest(Generic[Q]):
    """The request of a list: a query, and the requested page. `Q` is a class of `Arguments`, the query."""

    query: Q
    """The query, with its defaults."""
    limit: int | None = None
    """The number of resources that the caller still needs; None for all."""
    page_size: int | None = None
    """The preferred page size; None leaves it to the provider. A page may have more."""
    continuation_token: str | None = None
    """The continuation token of the previous page; None for the first page."""


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
    """The token for the next page: any text, which the next `ListRequest` contains. None on the last page."""
