"""Bookmarks with short names, on a small server."""

from typing import Any, Self

from pulumi_wasm_provider import (
    AutoName,
    Bearer,
    Config,
    ConfigureContext,
    CreateContext,
    DeleteContext,
    Field,
    FunctionContext,
    Net,
    OldState,
    Output,
    Provider,
    ReadContext,
    Resource,
    Results,
    Secret,
    Stable,
    UpdateContext,
    function,
    http,
)


class Settings(Config):
    """The server, and the token that it accepts."""

    server: str
    """The server's address, without a slash at its end."""
    token: Secret[str | None]
    """The server's token. The host sends it to the server, and keeps it from the provider."""

    def configure(self, cx: ConfigureContext) -> http.Client:
        return http.Client(base_url=self.server)


def rename_note(old: OldState) -> None:
    """From version 0 to 1."""
    old.rename("note", "description")


class Bookmark(Resource, auto_name=AutoName("slug", max_length=32, lowercase=True)):
    """A bookmark with a short name."""

    slug: str = Field(
        replace=True,
        pattern="^[a-z0-9-]+$",
        pattern_reason="must have small letters, digits and hyphens only",
    )
    """The short name, which is in the link."""
    url: str = Field(format="url", compare="trailing-slash")
    """The page's address."""
    description: str | None = Field(default=None, max_length=200)
    """The subject of the page."""
    link: Stable[str]
    """The short address that leads to the page."""
    visits: Output[int]
    """How often the link was followed."""

    migrations = (rename_note,)

    def create(self, cx: CreateContext) -> str:
        answer = cx.client(Settings).post("/bookmarks", json={"slug": self.slug, **self._body()})
        self._take(answer.raise_for_status().json())
        return self.slug

    @classmethod
    def read(cls, id: str, old: Self | None, cx: ReadContext) -> Self | None:
        answer = cx.client(Settings).get(f"/bookmarks/{id}")
        if answer.status == 404:
            return None
        found = answer.raise_for_status().json()
        return cls(
            slug=found["slug"],
            url=found["url"],
            description=found.get("note"),
            link=found["link"],
            visits=found["visits"],
        )

    def update(self, old: Self, cx: UpdateContext) -> None:
        answer = cx.client(Settings).put(f"/bookmarks/{self.id}", json=self._body())
        self._take(answer.raise_for_status().json())

    def delete(self, cx: DeleteContext) -> None:
        cx.client(Settings).delete(f"/bookmarks/{self.id}").raise_for_status()

    def _body(self) -> dict[str, Any]:
        return {"url": self.url, "note": self.description}

    def _take(self, answer: Any) -> None:
        self.link = answer["link"]
        self.visits = answer["visits"]


class SearchResult(Results):
    """The bookmarks that were found."""

    slugs: list[str]
    """The short names of the bookmarks."""


@function
def search(text: str, cx: FunctionContext) -> SearchResult:
    """Finds bookmarks of all users."""
    found = cx.client(Settings).get("/bookmarks").raise_for_status().json()
    return SearchResult(slugs=[one["slug"] for one in found if text in one["url"]])


provider = Provider(
    config=Settings,
    resources=[Bookmark],
    functions=[search],
    net=[
        Net(
            Settings.server,
            required=True,
            reason="the server that has the bookmarks",
            credential=Bearer(Settings.token, host_only=True),
        )
    ],
)
