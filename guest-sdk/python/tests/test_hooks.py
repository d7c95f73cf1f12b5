"""Hooks of children."""

import json
import unittest
from typing import Any

from pulumi_wasm_provider import (
    Asset,
    ChildRegistration,
    Component,
    ComponentContext,
    HookArguments,
    Hooks,
    Input,
    Output,
    Provider,
    ProviderError,
    ResourceReference,
    TypedResource,
    testing,
)
from pulumi_wasm_provider._interface.wire import ASSET, RESOURCE

from .monitor import SIGNATURE, output, secret, site

THING = "random:index:Thing"

seen: list[HookArguments] = []


def note(hook: HookArguments) -> None:
    seen.append(hook)


def refuse(hook: HookArguments) -> str:
    raise ProviderError(f"not `{hook.name}`")


def odd(hook: HookArguments) -> None:
    raise ValueError("odd")


async def late(hook: HookArguments) -> None:
    pass


def given(hook: HookArguments) -> str:
    return "does not count"


class Thing(TypedResource[Any]):
    TOKEN = THING


class Hooked(Component):
    word: Input[str]
    url: Output[str]

    def construct(self, cx: ComponentContext) -> None:
        first = cx.child("first", THING, {"word": self.word}, hooks={"after_create": note, "before_create": [given, refuse]})
        careful: Hooks = {"after_update": (late,), "before_update": []}
        cx.child("second", THING, hooks=careful, transforms=[lambda child: None])
        Thing(cx, "typed", {}, hooks={"after_create": note})
        cx.child("third", THING, hooks={})
        cx.child("fourth", THING, hooks={"after_create": odd})
        self.url = first.id


def told(**parts: Any) -> str:
    return json.dumps({"event": "beforeCreate", "type": THING, "name": "n", "urn": "urn:n", **parts})


class HooksTest(unittest.TestCase):
    def setUp(self) -> None:
        seen.clear()

    def test_hooks_are_numbers_of_functions_by_the_moments_of_the_engine(self) -> None:
        with site(Hooked) as on:
            on.construct(Hooked, {"word": output(0, "word")})
        of = {name: on.monitor.one(f"docs-{name}")["options"] for name in ("first", "second", "typed", "third")}
        self.assertEqual(
            of,
            {
                "first": {"hooks": {"beforeCreate": [0, 1], "afterCreate": [2]}},
                "second": {"transforms": [3], "hooks": {"afterUpdate": [4]}},
                "typed": {"hooks": {"afterCreate": [5]}},
                "third": {},
            },
        )

    def test_a_hook_is_told_what_there_is_at_its_moment(self) -> None:
        with site(Hooked) as on:
            on.construct(Hooked, {"word": "x"})
            create = told(newInputs={"zoneId": "z", "deep": {"list": [1, None]}})
            update = told(event="afterUpdate", id="i", newInputs={"a": 2}, oldInputs={"a": 1}, newOutputs={"b": 2}, oldOutputs={})
            results = [on.run_callback(kind="hook", callback=2, argument=argument) for argument in (create, update, update)]
        self.assertEqual(results, ["null", "null", "null"])
        before, after, _ = (vars(hook) for hook in seen)
        same = {"token": THING, "name": "n", "urn": "urn:n"}
        absent = {"id": None, "old_inputs": None, "new_outputs": None, "old_outputs": None}
        self.assertEqual(before, {**same, **absent, "event": "before_create", "new_inputs": {"zoneId": "z", "deep": {"list": [1, None]}}})
        maps = {"new_inputs": {"a": 2}, "old_inputs": {"a": 1}, "new_outputs": {"b": 2}, "old_outputs": {}}
        self.assertEqual(after, {**same, **maps, "event": "after_update", "id": "i"})

    def test_values_of_a_hook_are_read_as_those_of_apply(self) -> None:
        asset = {SIGNATURE: ASSET, "hash": "h", "handle": 3}
        reference = {SIGNATURE: RESOURCE, "urn": "urn:x", "id": "x"}
        with site(Hooked) as on:
            on.construct(Hooked, {"word": "x"})
            on.run_callback(kind="hook", callback=2, argument=told(newInputs={"file": asset, "deep": [{"of": reference}]}))
        inputs = seen[0].new_inputs
        assert inputs is not None
        self.assertEqual(inputs["file"], Asset("h", 3))
        self.assertEqual(inputs["deep"][0]["of"], ResourceReference("urn:x", "x"))

    def test_a_mistake_names_the_place_of_the_hook(self) -> None:
        with site(Hooked) as on:
            on.construct(Hooked, {"word": "x"})
            with self.assertRaisesRegex(ProviderError, r"^the hook at tests/test_hooks.py:\d+: not `n`$"):
                on.run_callback(kind="hook", callback=1, argument=told())
            with self.assertRaisesRegex(ProviderError, r"^the hook at tests/test_hooks.py:\d+ is `async`"):
                on.run_callback(kind="hook", callback=4, argument=told())
            # The engine is told an exception that the author did not foresee: a crash would end the whole construction.
            with self.assertRaisesRegex(ProviderError, r"^the hook at tests/test_hooks.py:\d+: ValueError: odd\n  at .*test_hooks.py"):
                on.run_callback(kind="hook", callback=6, argument=told())
            with self.assertRaisesRegex(ProviderError, "^the session 1 has no hook 7$"):
                on.run_callback(kind="hook", callback=7, argument=told())

    def test_hooks_that_would_not_run_are_refused(self) -> None:
        at = r"^`random:index:Thing` `docs-thing` \(tests/test_hooks.py:\d+\): "
        moments = "after_create, after_update, before_create, before_update"
        for hooks, expected in (
            ({"after_creat": note}, "`after_creat` is not a moment of `hooks`: did you mean `after_create`?"),
            ({"afterUpdate": note}, "`afterUpdate` is not a moment of `hooks`: did you mean `after_update`?"),
            ({"on_error": note}, f"`on_error` is not a moment of `hooks`: the options are {moments}"),
            ({"after_delete": note}, "`after_delete` is not a moment of `hooks`: the hooks of a component run in its construction"),
            (note, "`hooks` does not say when a function runs"),
            ({"after_create": "note"}, r"the hook at tests/test_hooks.py:\d+ is `str`: give a function"),
        ):

            class Wrong(Component):
                def construct(self, cx: ComponentContext) -> None:
                    wrong: Any = hooks
                    cx.child("thing", THING, hooks=wrong)

            with site(Wrong) as on, self.subTest(expected):
                with self.assertRaisesRegex(ProviderError, at + expected.replace("?", r"\?")):
                    on.construct(Wrong, {})

    def test_a_transform_changes_no_hooks(self) -> None:
        def hook(child: ChildRegistration) -> None:
            child.options["hooks"] = {"after_create": note}

        class Transformed(Component):
            def construct(self, cx: ComponentContext) -> None:
                cx.transform(hook)

        registration: dict[str, Any] = {"type": THING, "name": "n", "custom": True, "parent": "", "properties": {}, "options": {}}
        with site(Transformed) as on:
            on.construct(Transformed, {})
            with self.assertRaisesRegex(ProviderError, "`hooks` is not an option"):
                on.run_callback(kind="transform", callback=0, argument=json.dumps(registration))


class Made(Component):
    word: Input[str]
    url: Output[str]

    def construct(self, cx: ComponentContext) -> None:
        first = cx.child("first", THING, {"word": self.word}, hooks={"before_create": note, "after_create": [note, late_note]})
        self.url = first.output("url")


def late_note(hook: HookArguments) -> None:
    assert hook.new_outputs is not None
    if hook.new_outputs["url"] == "down":
        raise ProviderError("it is down")


provider = Provider(name="made", version="1.0.0", components=[Made], packages={"random": "4.18.0"})


class Kit(unittest.TestCase):
    def setUp(self) -> None:
        seen.clear()

    def test_the_test_kit_runs_hooks_around_the_create_of_a_child(self) -> None:
        with testing.run(provider) as stack:
            made = stack.construct(Made, {"word": testing.secret("hush")}, makes=lambda declared: {"url": testing.secret("up")})
        self.assertEqual(made.outputs, {"url": secret("up")})
        self.assertEqual(made.child("made-first").options, {})
        before, after = (vars(hook) for hook in seen)
        same: dict[str, Any] = {"token": THING, "name": "made-first", "urn": f"urn:pulumi:test::test::{THING}::made-first"}
        same |= {"new_inputs": {"word": "hush"}, "old_inputs": None, "old_outputs": None}
        self.assertEqual(before, {**same, "event": "before_create", "id": None, "new_outputs": None})
        outputs = {"word": "hush", "url": "up"}
        self.assertEqual(after, {**same, "event": "after_create", "id": "made-first_id", "new_outputs": outputs})

    def test_a_hook_that_fails_ends_the_construction_in_the_test_kit(self) -> None:
        with testing.run(provider) as stack, self.assertRaisesRegex(ProviderError, r"^the hook at .*test_hooks.py:\d+: it is down$"):
            stack.construct(Made, {"word": "x"}, makes=lambda declared: {"url": "down"})

    def test_no_hook_runs_in_a_preview_of_the_test_kit(self) -> None:
        with testing.run(provider) as stack:
            stack.construct(Made, {"word": "x"}, preview=True)
        self.assertEqual(seen, [])

    def test_the_test_kit_refuses_hooks_of_what_no_provider_makes(self) -> None:
        class Grouped(Component):
            def construct(self, cx: ComponentContext) -> None:
                cx.group("group", "Group", hooks={"after_create": note})

        grouped = Provider(name="made", version="1.0.0", components=[Grouped])
        with testing.run(grouped) as stack, self.assertRaisesRegex(ProviderError, "a group or component has no hooks"):
            stack.construct(Grouped, {})
