"""Websites that are made of other resources: the same as `tests/components/site` in Rust."""

import re
from enum import Enum
from typing import Annotated, Any, Self

from pulumi_wasm_provider import (
    ChildRegistration,
    Component,
    ComponentContext,
    CreateContext,
    DeleteContext,
    Doc,
    Field,
    HookArguments,
    Hooks,
    Input,
    InvalidError,
    Object,
    Options,
    Output,
    Provider,
    ProviderError,
    Replace,
    Resource,
    ResourceReference,
    Secret,
    UpdateContext,
    function,
    interpolate,
    method,
)

from bad import Bad
from exhibit import Exhibit
from random_resources import RandomPassword
from typed import Typed


class Page(Resource):
    """A page of a website."""

    path: Replace[str]
    text: str
    """May be a secret, as text of a draft."""
    url: Output[str]

    def create(self, cx: CreateContext) -> str:
        self.url = f"https://pages.example/{self.path}"
        return self.path

    def update(self, old: Self, cx: UpdateContext) -> None:
        self.url = f"https://pages.example/{self.path}"

    def delete(self, cx: DeleteContext) -> None:
        pass


class Announced(Object):
    """The result of an announcement."""

    url: Output[str]
    """The address of its page."""
    login: Output[Secret[str]]
    """The login of its editors."""


class Website(Component):
    """A website of a front page, with a password for its editors, and further pages in a group."""

    title: Input[str]
    """The title on all pages."""
    index: Input[str] = Field(default="index.html", max_length=40)
    note: Input[str | None]
    """Text of the front page beside the title."""
    pages: int = Field(default=0, ge=0, le=5)
    """How many more pages there are."""
    url: Output[str]
    """The address of the front page."""
    password: Output[Secret[str]]
    """The password of editors."""
    link: Output[str]
    """Title and address in one text."""
    more: Output[str]
    """The addresses of the further pages, in one text."""

    def construct(self, cx: ComponentContext) -> None:
        password = RandomPassword(cx, "password", {"length": 12})
        text = Output.all(self.title, self.note).apply(
            lambda title, note: f"{title.upper()}\n\n{'Nothing more.' if note is None else note}"
        )
        careful: Options = {"depends_on": [password], "ignore_changes": ["path"]}
        front = cx.child("front", Page, {"path": self.index, "text": text}, **careful)
        with cx.group("more", "Pages") as more:
            urls: list[Output[str]] = []
            for number in range(1, self.pages + 1):
                about = {
                    "path": interpolate("page-{}.html", number),
                    "text": interpolate("{} {} of {}", self.title, number, self.pages),
                }
                urls.append(more.child(f"page-{number}", Page, about).output("url"))
            more.set({"urls": Output.all(urls).apply(" ".join)})
        self.url = front.output("url")
        self.link = interpolate("{} <{}>", self.title, self.url)
        self.password = password.result
        self.more = more.output("urls")

    @method
    def page_url(self, path: Input[str]) -> Output[str]:
        """Finds the address of a page."""
        return interpolate("{}#{}", self.url, path)

    @method
    def announce(
        self,
        cx: ComponentContext,
        text: Annotated[Input[str], Doc("The text of the announcement.")],
        times: Annotated[int, Doc("How often it is said.")] = Field(default=1, ge=0, le=255),
    ) -> Announced:
        """Adds a page with a text to the website."""
        if times > 3:
            raise InvalidError("times", "three times are enough")
        said = text.apply(lambda text: "! ".join([text] * times))
        page = cx.child("news", Page, {"path": interpolate("{}-news", cx.name), "text": said})
        return Announced(url=page.output("url"), login=interpolate("editor:{}", self.password))


class Portal(Component):
    """A website inside a website: a component that consists of another component of the package."""

    titles: Input[list[str]]
    url: Output[str]
    about: Output[str]
    """The address of a page about it."""
    count: Output[int]

    def construct(self, cx: ComponentContext) -> None:
        cx.transform(inside)
        title = self.titles.apply(" and ".join)
        site = cx.component("site", Website, {"title": title, "index": "portal.html", "pages": 1})
        self.url = site.output("url")
        self.about = site.call("pageUrl", {"path": "about"})["result"]
        self.count = self.titles.apply(len)


def inside(child: ChildRegistration) -> None:
    if child.token == "site:index:Page":
        child.inputs["path"] = f"site/{child.inputs['path']}"


@function(pure=True, positional=True)
def slug(text: str) -> str:
    """A text as a part of a path."""
    return "-".join(re.findall(r"[^\W_]+", text)).lower()


class Mirror(Component):
    """The same text at another path."""

    page: Input[ResourceReference[Page]]
    """The page whose text is shown."""
    word: Input[str]
    """A random string that exists already, by its id."""
    url: Output[str]
    copy: Output[ResourceReference[Page]]
    """The page with the same text."""

    def construct(self, cx: ComponentContext) -> None:
        original = cx.resource(self.page)
        word = cx.read("word", "random:index/randomString:RandomString", {"id": self.word})
        text = original.output("text")
        made = cx.invoke("site:index:slug", {"text": text})["result"]
        path = interpolate("{}-{}", made, word.output("result"))
        copy = cx.child("page", Page, {"path": path, "text": text})
        self.url = copy.output("url")
        self.copy = copy.reference


class Fault(Enum):
    """How a `Faulty` component fails."""

    VALUE = "value"
    """An input is not acceptable."""
    CALLBACK = "callback"
    """The function of `apply` fails."""
    PANIC = "panic"
    """The function of `apply` raises what nothing expects."""
    PACKAGE = "package"
    """A package that is not in `packages`."""
    TWICE = "twice"
    """Two children of one name."""
    ABSENT = "absent"
    """An output that a type does not have."""
    PART = "part"
    """A part that an output does not have."""
    TRANSFORM = "transform"
    """A transform fails."""
    HOOK = "hook"
    """A hook fails."""


class Faulty(Component):
    """Fails as its program says."""

    fault: Fault
    text: Input[str] = Field(default="text")
    text_out: Output[str]

    def construct(self, cx: ComponentContext) -> None:
        page: dict[str, Any] = {"path": "p", "text": self.text}
        self.text_out = self.text
        match self.fault:
            case Fault.VALUE:
                raise InvalidError("text", "is not to this component's taste")
            case Fault.CALLBACK:
                self.text_out = self.text.apply(too_long)
            case Fault.PANIC:
                self.text_out = self.text.apply(unexpected)
            case Fault.PACKAGE:
                cx.child("bucket", "aws:s3:Bucket")
            case Fault.TWICE:
                cx.child("page", Page, page)
                cx.child("page", Page, page)
            case Fault.ABSENT:
                self.text_out = cx.child("page", Page, page).output("uri")
            case Fault.PART:
                self.text_out = cx.child("first", Page, page).output("url").get("missing.part")
            case Fault.TRANSFORM:
                cx.transform(not_this)
                cx.child("page", Page, page)
            case Fault.HOOK:
                def judge(hook: HookArguments) -> None:
                    judged(hook, cx)

                hooks: Hooks = {"before_create": judge, "after_create": judge, "before_update": judge, "after_update": judge}
                cx.child("page", Page, page, hooks=hooks)


def not_this(child: ChildRegistration) -> None:
    raise ProviderError(f"not `{child.name}`")


def judged(hook: HookArguments, cx: ComponentContext) -> None:
    """Refuses one text of a page before its creation, and another text after it. Notes all other texts."""
    text = (hook.new_inputs or {}).get("text")
    moment, operation = hook.event.split("_")
    if hook.event == "before_create" and text == "text":
        raise ProviderError("the hook refuses")
    if moment == "after" and text == "wrong":
        raise ProviderError("the page is wrong")
    cx.info(f"{moment}{operation.title()} of {hook.name}: {(hook.new_outputs or {}).get('url', 'not made')}")


def too_long(text: str) -> str:
    if text:
        raise ProviderError(f"{len(text)} letters are too many")
    return text


def unexpected(text: str) -> str:
    if text:
        raise ValueError("there is a text")
    return text


USES = {"random": "0.1.0", "hostile-one": None}
provider = Provider(
    resources=[Page], functions=[slug], components=[Website, Portal, Mirror, Faulty, Bad, Exhibit, Typed], packages=USES
)
