"""Transforms of children."""

import json
import unittest
from typing import Any

from pulumi_wasm_provider import (
    ChildRegistration,
    Component,
    ComponentContext,
    Input,
    Output,
    Provider,
    ProviderError,
    testing,
)

from .monitor import output, secret, site

THING = "random:index:Thing"


def tag(child: ChildRegistration) -> None:
    child.inputs.setdefault("tags", {})["site"] = "docs"
    child.inputs["moved"] = child.inputs.get("word")
    child.options["protect"] = True
    child.options["ignore_changes"] = "a.b"


def refuse(child: ChildRegistration) -> None:
    raise ProviderError("not this one")


async def late(child: ChildRegistration) -> None:
    pass


class Tagged(Component):
    word: Input[str]
    url: Output[str]

    def construct(self, cx: ComponentContext) -> None:
        cx.child("before", THING)
        cx.transform(tag)
        first = cx.child("first", THING, {"word": self.word})
        cx.child("below", THING, parent=first, transforms=refuse)
        with cx.group("group", "Group") as group:
            group.child("in", THING)
            group.transform(late)
            group.child("late", THING)
        cx.child("own", THING, transforms=[refuse])
        self.url = first.id


def told(**parts: Any) -> str:
    empty = {"type": THING, "name": "n", "custom": True, "parent": "urn:p", "properties": {}, "options": {}}
    return json.dumps({**empty, **parts})


class TransformsTest(unittest.TestCase):
    def test_transforms_are_put_on_the_children_that_come_after_them_and_inherit_them_from_no_other_child(self) -> None:
        with site(Tagged) as on:
            on.construct(Tagged, {"word": output(0, "word")})
        of = {name: on.monitor.one(name)["options"].get("transforms") for name in NAMES}
        self.assertEqual(
            of,
            {
                "docs-before": None,
                "docs-first": [0],
                "docs-below": [1],
                "docs-group": [0],
                "docs-group-in": None,
                "docs-group-late": [2],
                "docs-own": [3, 0],
            },
        )

    def test_what_a_transform_does_not_touch_stays_as_it_is(self) -> None:
        with site(Tagged) as on:
            on.construct(Tagged, {"word": output(0, "word")})
            properties = {"word": output(9, "[0]"), "tags": {"a": None, "b": output(9, "[1]")}, "count": 3}
            options = {"dependsOn": [output(9, "[2]")], "customTimeouts": {"create": "5m"}, "aliases": [{"name": "old"}, "urn:x"]}
            given = json.loads(on.run_callback(kind="transform", callback=0, argument=told(properties=properties, options=options)))
            again = json.loads(on.run_callback(kind="transform", callback=0, argument=told()))
        tags = {"a": None, "b": output(9, "[1]"), "site": "docs"}
        self.assertEqual(given["properties"], {**properties, "tags": tags, "moved": output(9, "[0]")})
        self.assertEqual(given["options"], {**options, "protect": True, "ignoreChanges": ["a.b"]})
        self.assertEqual(again["properties"], {"tags": {"site": "docs"}, "moved": None})

    def test_options_of_later_engines_go_back_as_they_came(self) -> None:
        with site(Tagged) as on:
            on.construct(Tagged, {"word": "x"})
            options = {"envVarMappings": {"A": "B"}, "customTimeouts": {"create": "5m", "list": "1m"}}
            given = json.loads(on.run_callback(kind="transform", callback=0, argument=told(options=options, later=1)))
        self.assertEqual(given["options"], {**options, "protect": True, "ignoreChanges": ["a.b"]})

    def test_a_mistake_names_the_place_of_the_transform(self) -> None:
        with site(Tagged) as on:
            on.construct(Tagged, {"word": "x"})
            with self.assertRaisesRegex(ProviderError, r"the transform at tests/test_transforms.py:\d+: not this one"):
                on.run_callback(kind="transform", callback=1, argument=told())
            with self.assertRaisesRegex(ProviderError, "is `async`"):
                on.run_callback(kind="transform", callback=2, argument=told())
            with self.assertRaisesRegex(ProviderError, "the session 1 has no transform 7"):
                on.run_callback(kind="transform", callback=7, argument=told())

    def test_the_test_kit_shows_children_after_their_transforms(self) -> None:
        class Quiet(Component):
            word: Input[str]
            url: Output[str]

            def construct(self, cx: ComponentContext) -> None:
                cx.transform(tag)
                with cx.group("group", "Group") as group:
                    group.child("in", THING, {"word": self.word})
                self.url = Output.of("x")

        with testing.run(Provider(components=[Quiet], packages={"random": "4.18.0"})) as stack:
            made = stack.construct(Quiet, {"word": testing.secret("hush")})
        child = made.child("quiet-group-in")
        self.assertEqual(child.inputs, {"word": secret("hush"), "moved": secret("hush"), "tags": {"site": "docs"}})
        self.assertEqual((child.options["protect"], child.options["ignoreChanges"]), (True, ["a.b"]))


NAMES = [f"docs-{name}" for name in ("before", "first", "below", "group", "group-in", "group-late", "own")]
