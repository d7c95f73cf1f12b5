"""Finding what exists."""

from pulumi_wasm_provider import Arguments, Context, Page, Paging, Resource

KNOWN = ("art-1", "art-2", "law-1", "law-2", "law-3")


class ShelfQuery(Arguments):
    """What to look for."""

    prefix: str | None
    """How the ids begin."""


class Shelf(Resource):
    """Holds books."""

    label: str
    """What it is called."""

    def create(self, cx: Context) -> str:
        return "shelf"

    @classmethod
    def find(cls, query: ShelfQuery, paging: Paging, cx: Context) -> Page:
        """Two on each page."""
        found = [id for id in KNOWN if id.startswith(query.prefix or "")]
        start = int(paging.continuation or "0")
        page = Page([(id, f"Shelf {id}") for id in found[start : start + 2]])
        if start + 2 < len(found):
            page.continuation = str(start + 2)
        return page
