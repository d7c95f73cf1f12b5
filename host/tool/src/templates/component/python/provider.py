"""The provider demo: websites, and the pages that they are made of."""

from pulumi_wasm_provider import (
    Component,
    ComponentContext,
    CreateContext,
    Input,
    Output,
    Provider,
    Resource,
    interpolate,
)


class Page(Resource):
    """A page of a website."""

    path: str
    """The place of the page, such as `docs/index.html`."""
    text: str
    """The text of the page."""
    url: Output[str]
    """The address of the page."""

    def create(self, cx: CreateContext) -> str:
        self.url = f"https://pages.example.com/{self.path}"
        return self.path


class Website(Component):
    """A website with a front page, in a folder with a random name."""

    title: Input[str]
    """The title of the front page."""
    url: Output[str]
    """The address of the front page."""

    def construct(self, cx: ComponentContext) -> None:
        folder = cx.child("folder", "random:index/randomPet:RandomPet", {"length": 2})
        path = interpolate("{}/index.html", folder.id)
        page = cx.child("page", Page, {"path": path, "text": interpolate("<h1>{}</h1>", self.title)})
        self.url = page.output("url")


provider = Provider(resources=[Page], components=[Website], packages={"random": "4.18.0"})
