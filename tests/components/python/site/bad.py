"""A component that does what no component should do: the same as `bad.rs` in Rust."""

from enum import Enum
from typing import Any

from pulumi_wasm_provider import Component, ComponentContext, Field, Input, Output, ProviderError

THING = "random:index:Thing"
"""A resource of another package. No test has its provider."""


class Deed(Enum):
    """The deed of a `Bad` component."""

    FORGOTTEN = "forgotten"
    """Does not set its output."""
    CYCLE = "cycle"
    """Two values that wait for each other."""
    ENDLESS = "endless"
    """A function that never ends."""
    MANY = "many"
    """Ten thousand children."""
    MORE = "more"
    """More children than the host takes."""
    LARGE = "large"
    """A child with a large input."""
    KEEP = "keep"
    """Keeps the output of a child for the next construction."""
    LATER = "later"
    """Uses what was kept."""
    MISSPELT = "misspelt"
    """A child of its package with an input that does not exist."""
    MISSING = "missing"
    """A child of its package without an input that it needs."""


kept: list[Output[Any]] = []


class Bad(Component):
    """Does its worst."""

    deed: Deed
    text: Input[str] = Field(default="text")
    shown: Output[str]

    def construct(self, cx: ComponentContext) -> None:
        if self.deed is Deed.FORGOTTEN:
            return
        self.shown = DEEDS[self.deed](self, cx)


def cycle(self: Bad, cx: ComponentContext) -> Output[Any]:
    later: list[Output[Any]] = []
    made = self.text.apply(lambda _: later[0])
    later.append(made)
    return made


def endless(self: Bad, cx: ComponentContext) -> Output[Any]:
    return self.text.apply(for_ever)


def for_ever(text: str) -> str:
    while True:
        text = str(text)


def many(count: int) -> Any:
    def declare(self: Bad, cx: ComponentContext) -> Output[Any]:
        for number in range(count):
            cx.child(f"thing-{number}", THING)
        with cx.group("last", "Last") as last:
            last.set({"shown": "done"})
        return last.output("shown")

    return declare


def large(self: Bad, cx: ComponentContext) -> Output[Any]:
    return cx.child("large", THING, {"text": "x" * (1 << 20)}).output("text")


def keep(self: Bad, cx: ComponentContext) -> Output[Any]:
    kept[:] = [cx.child("kept", THING, {"text": self.text}).output("text")]
    return kept[0]


def later(self: Bad, cx: ComponentContext) -> Output[Any]:
    if not kept:
        raise ProviderError("nothing was kept")
    return cx.child("late", THING, {"text": kept[0]}).output("text")


def misspelt(self: Bad, cx: ComponentContext) -> Output[Any]:
    return cx.child("page", "site:index:Page", {"path": "p", "text": "t", "titel": "x"}).output("url")


def missing(self: Bad, cx: ComponentContext) -> Output[Any]:
    return cx.child("page", "site:index:Page", {"path": "p"}).output("url")


DEEDS = {
    Deed.CYCLE: cycle,
    Deed.ENDLESS: endless,
    Deed.MANY: many(9_998),
    Deed.MORE: many(10_001),
    Deed.LARGE: large,
    Deed.KEEP: keep,
    Deed.LATER: later,
    Deed.MISSPELT: misspelt,
    Deed.MISSING: missing,
}
