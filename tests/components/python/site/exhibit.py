"""A component that declares resources in every way that there is: the same as `exhibit.rs` in Rust."""

from __future__ import annotations

from enum import Enum
from typing import Any

from pulumi_wasm_provider import (
    Alias,
    ChildRegistration,
    Component,
    ComponentContext,
    CustomTimeouts,
    Field,
    HookArguments,
    Hooks,
    Input,
    Inputs,
    Object,
    Options,
    Output,
    interpolate,
)

THING = "random:index:Thing"
"""A resource of another package. No test has its provider."""


class Show(Enum):
    """The subject of an `Exhibit`."""

    OPTIONS = "options"
    ALIASES = "aliases"
    PROVIDERS = "providers"
    SECRETS = "secrets"
    PATHS = "paths"
    FLATTENED = "flattened"
    JOINED = "joined"
    VALUES = "values"
    GROUPS = "groups"
    REMOTE = "remote"
    LATER = "later"
    REFERENCES = "references"
    OBJECTS = "objects"
    TRANSFORMS = "transforms"
    HOOKS = "hooks"


class Spot(Object):
    """Where something is."""

    name: str
    level: int = Field(ge=0, le=255)


class Exhibit(Component):
    """Declares resources in one of many ways."""

    show: Show
    text: Input[str] = Field(default="text")
    list: Input[list[str] | None]
    spot: Input[Spot | None]
    shown: Output[str | None]

    def construct(self, cx: ComponentContext) -> None:
        self.shown = WAYS[self.show](self, cx)


def options(self: Exhibit, cx: ComponentContext) -> Output[Any]:
    first = cx.child("first", THING)
    maker = cx.child("maker", "pulumi:providers:random")
    whole = cx.child(
        "unused",
        THING,
        {"text": self.text},
        name="whole",
        parent=first,
        depends_on=[first, maker],
        provider=maker,
        protect=True,
        retain_on_delete=False,
        delete_before_replace=True,
        deleted_with=first,
        replace_with=first,
        replacement_trigger=self.text,
        ignore_changes=["a", "b.c"],
        replace_on_changes=["d"],
        additional_secret_outputs=["e"],
        hide_diffs=["f"],
        custom_timeouts=CustomTimeouts(create="300000ms", delete="1500ms"),
        import_="the-id",
    )
    return whole.output("text")


def aliases(self: Exhibit, cx: ComponentContext) -> Output[Any]:
    olds: list[Alias | str] = [
        "urn:pulumi:dev::shop::site:index:Exhibit$random:index:Thing::old",
        Alias(name="old"),
        Alias(type_="random:index:Old"),
        Alias(parent_urn="urn:pulumi:dev::shop::site:index:Exhibit::other"),
        Alias(name="old", parent_urn="urn:pulumi:dev::shop::site:index:Exhibit::other"),
    ]
    for number, old in enumerate(olds):
        cx.child(f"thing-{number}", THING, aliases=[old, Alias(name="oldest")])
    return Output.of(None)


def providers(self: Exhibit, cx: ComponentContext) -> Output[Any]:
    maker = cx.child("maker", "pulumi:providers:random")
    shared: Options = {"providers": {"random": maker}}
    with cx.group("group", "Group", **shared) as group:
        group.child("thing", THING)
        group.set({"done": True})
    cx.component("remote", "random:index:Remote", **shared)
    return group.output("done").apply(lambda done: str(done).lower())


def secrets(self: Exhibit, cx: ComponentContext) -> Output[Any]:
    inner = self.text.secret()
    made = inner.apply(str.lower)
    thing = cx.child("thing", THING, {"text": inner, "deep": {"list": [self.text, inner]}, "made": made})
    return thing.output("text").secret()


def paths(self: Exhibit, cx: ComponentContext) -> Output[Any]:
    first = cx.child("first", THING, {"a": {"b": ["one", "two"]}})
    made = self.list.apply(lambda items: items or [])
    cx.child(
        "second",
        THING,
        {
            "whole": first.output("a"),
            "part": first.output("a.b[0]"),
            "below": first.output("a")["b"][1],
            "item": self.list.get("[0]"),
            "made": made[1],
            "name": self.spot.get("name"),
        },
    )
    return first.output("a.b[0]")


def flattened(self: Exhibit, cx: ComponentContext) -> Output[Any]:
    first = cx.child("first", THING, {"text": self.text})
    text = self.text.apply(lambda _: first.output("text"))
    return cx.child("thing", THING, {"text": text}).output("text")


def joined(self: Exhibit, cx: ComponentContext) -> Output[Any]:
    first = cx.child("first", THING, {"text": "a"})
    second = cx.child("second", THING, {"text": self.text})
    texts = Output.all([first.output("text"), second.output("text")])
    three = Output.all(self.text, first.id, self.list).apply(lambda text, id, items: f"{text} {id} {len(items or [])}")
    named = interpolate("{urn} <{}> {}", second.id, 7, urn=first.urn)
    cx.child("third", THING, {"texts": texts, "three": three, "named": named})
    return texts.apply("+".join)


def values(self: Exhibit, cx: ComponentContext) -> Output[Any]:
    cx.child(
        "thing",
        THING,
        {
            "zero": 0,
            "half": 0.5,
            "negative": -1,
            "big": 2**53,
            "yes": True,
            "text": 'grüße "\n',
            "empty": [],
            "object": {},
            "gone": None,
            "list": [1, "a", None, [], {"deep": self.text, "gone": None}],
            "a.b": {"c d": self.list},
        },
    )
    return self.text


def groups(self: Exhibit, cx: ComponentContext) -> Output[Any]:
    with cx.group("outer", "Outer", protect=True) as outer:
        with outer.group("inner", "Inner") as inner:
            thing = inner.child("thing", THING, {"text": self.text})
            inner.set({"id": thing.id, "text": thing.output("text")})
        with outer.group("empty", "site:other:Empty"):
            pass
        outer.set({"inner": inner.output("text")})
    cx.child("after", THING, {"text": outer.output("inner")}, depends_on=outer)
    return outer.output("inner")


def remote(self: Exhibit, cx: ComponentContext) -> Output[Any]:
    made = cx.component("remote", "random:index:Remote", {"text": self.text, "list": [self.text]})
    cx.child("thing", THING, {"text": made.output("text")})
    return made.output("text")


def later(self: Exhibit, cx: ComponentContext) -> Output[Any]:
    def declare(items: list[str] | None) -> str:
        for item in items or []:
            cx.child(f"item-{item}", THING, {"text": item})
        return str(len(items or []))

    return self.list.apply(declare)


def references(self: Exhibit, cx: ComponentContext) -> Output[Any]:
    first = cx.child("first", THING)
    about: Inputs = {"of": first, "deep": {"list": [first]}, "id": first.id, "urn": first.urn}
    return cx.child("second", THING, about).output("id")


def objects(self: Exhibit, cx: ComponentContext) -> Output[Any]:
    said = self.spot.apply(lambda spot: spot and f"{spot.name}:{spot.level}")
    higher = self.spot.apply(lambda spot: spot and Spot(name=spot.name, level=spot.level + 1))
    plain = Spot(name="here", level=0)
    cx.child("thing", THING, {"spot": self.spot, "said": said, "higher": higher, "plain": plain})
    return higher.apply(lambda spot: spot and str(spot.level))


def transforms(self: Exhibit, cx: ComponentContext) -> Output[Any]:
    def tag(child: ChildRegistration) -> None:
        if child.is_custom:
            child.inputs["site"] = cx.name
            child.options["protect"] = True

    def move(child: ChildRegistration) -> None:
        child.inputs["moved"] = child.inputs.pop("text").secret()
        del child.options["ignore_changes"]

    cx.transform(tag)
    tagged: Inputs = {"text": self.text.secret(), "tags": {"a": "1", "b": self.text}, "list": [1, self.text]}
    first = cx.child("first", THING, tagged)
    cx.child("second", THING, {"text": first.id, "count": 3}, ignore_changes=["x"], transforms=move)
    with cx.group("group", "Group") as group:
        group.child("in", THING, {"text": self.text})
    return first.output("text")


def hooks(self: Exhibit, cx: ComponentContext) -> Output[Any]:
    def note(hook: HookArguments) -> None:
        moment, operation = hook.event.split("_")
        cx.info(f"{moment}{operation.title()} of {hook.name}")

    noted: Hooks = {"before_create": note, "after_create": note, "before_update": note, "after_update": note}
    return cx.child("first", THING, {"text": self.text}, hooks=noted).output("text")


WAYS = {
    Show.OPTIONS: options,
    Show.ALIASES: aliases,
    Show.PROVIDERS: providers,
    Show.SECRETS: secrets,
    Show.PATHS: paths,
    Show.FLATTENED: flattened,
    Show.JOINED: joined,
    Show.VALUES: values,
    Show.GROUPS: groups,
    Show.REMOTE: remote,
    Show.LATER: later,
    Show.REFERENCES: references,
    Show.OBJECTS: objects,
    Show.TRANSFORMS: transforms,
    Show.HOOKS: hooks,
}
