"""Listing what exists."""

from pulumi_wasm_provider import Arguments, CreateContext, ListContext, ListedResource, ListRequest, Page, Resource

KNOWN = ("art-1", "art-2", "law-1", "law-2", "law-3")


class ShelfQuery(Arguments):
    """The query."""

    prefix: str | None
    """How the ids begin."""


class Shelf(Resource):
    """Holds books."""

    label: str
    """Its label."""

    def create(self, cx: CreateContext) -> str:
        return "shelf"

    @classmethod
    def list_(cls, request: ListRequest[ShelfQuery], cx: ListContext) -> Page:
        """Two on each page."""
        found = [id for id in KNOWN if id.startswith(request.query.prefix or "")]
        start = int(request.continuation_token or "0")
        page = Page([ListedResource(id, f"Shelf {id}") for id in found[start : start + 2]])
        if start + 2 < len(found):
            page.continuation_token = str(start + 2)
        return page
