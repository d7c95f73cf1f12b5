"""Values that may not be known yet."""

import unittest
from collections.abc import Callable
from enum import Enum
from typing import Any

from pulumi_wasm_provider import (
    Asset,
    Child,
    Component,
    ComponentContext,
    Field,
    Input,
    InvalidError,
    Object,
    Output,
    ProviderError,
    ResourceReference,
    UnreadableError,
    interpolate,
)

from .monitor import Site, output, secret, site


class Level(Enum):
    LOW = "low"
    HIGH = "high"


class Zone(Object):
    name: str
    records: list[str]


class Probe(Component):
    """Does with its inputs what a test says."""

    title: Input[str]
    note: Input[str | None]
    level: Input[Level] = Field(default=Level.LOW)
    zones: Input[list[Zone] | None]
    file: Input[Asset | None]
    other: Input[ResourceReference[Any] | None]
    out: Output[Any | None]

    def construct(self, cx: ComponentContext) -> None:
        self.out = act(self, cx)


#: The code of `construct`.
act: Callable[[Probe, ComponentContext], Any]


def probe(on: Site, do: Callable[[Probe, ComponentContext], Any], **inputs: Any) -> Any:
    """The output of a component that does something."""
    global act
    act = do
    return on.construct(Probe, {"title": "Hi", "level": "low", **inputs}).get("out")


class Outputs(unittest.TestCase):
    def test_a_value_that_is_known_goes_through(self) -> None:
        with site(Probe) as on:
            self.assertEqual(probe(on, lambda self, cx: self.title), "Hi")
            self.assertEqual(probe(on, lambda self, cx: self.title, title=output(0, "title")), output(0, "title"))
            self.assertEqual(probe(on, lambda self, cx: Output.of({"a": [self.title, None], "b": None})), {"a": ["Hi", None]})

    def test_apply_makes_a_value_of_a_known_one(self) -> None:
        with site(Probe) as on:
            made = probe(on, lambda self, cx: self.title.apply(lambda title: len(title)), title=output(0, "title"))
            self.assertEqual(made, output(1))
            self.assertEqual(on.monitor.nodes[1]["source"], output(0, "title"))
            self.assertEqual(on.run(made, "four"), 4)

    def test_a_function_is_run_once(self) -> None:
        with site(Probe) as on:
            made = probe(on, lambda self, cx: self.title.apply(str.upper))
            self.assertEqual(on.run(made, "a"), "A")
            with self.assertRaisesRegex(ProviderError, "no callback 0, or has run it"):
                on.run(made, "a")

    def test_a_function_may_give_an_output(self) -> None:
        with site(Probe) as on:
            made = probe(on, lambda self, cx: self.title.apply(lambda title: interpolate("{}!", self.title)))
            self.assertEqual(on.run(made, "a"), output(2))

    def test_values_have_the_types_of_their_properties(self) -> None:
        seen: list[Any] = []
        with site(Probe) as on:
            made = probe(on, lambda self, cx: Output.all(self.level, self.zones, self.note).apply(lambda *all: seen.extend(all)))
            on.run(made, ["high", [{"name": "z", "records": ["a"]}], None])
            self.assertEqual(seen, [Level.HIGH, [Zone(name="z", records=["a"])], None])
            seen.clear()
            made = probe(on, lambda self, cx: self.file.apply(seen.append), file=output(0, "file"))
            on.run(made, {"4dabf18193072939515e22adb298388d": "c44067f5952c0a294b673a41bacd8c17", "hash": "h", "handle": 3})
            self.assertEqual(seen, [Asset("h", 3)])

    def test_what_a_function_gave_comes_back_as_it_was(self) -> None:
        seen: list[Any] = []
        with site(Probe) as on:

            def do(self: Probe, cx: ComponentContext) -> Any:
                zone = self.title.apply(lambda title: (Zone(name=title, records=[]), 2.0, {"level": Level.HIGH}))
                return zone.apply(seen.append)

            made = probe(on, do)
            given = on.run(output(made["handle"] - 1), "z")
            self.assertEqual(given, [{"name": "z", "records": []}, 2.0, {"level": "high"}])
            # As a host writes whole numbers.
            given[1] = 2
            on.run(made, given)
            self.assertEqual(seen, [(Zone(name="z", records=[]), 2.0, {"level": Level.HIGH})])
            self.assertIsInstance(seen[0][1], float)

    def test_parts_of_outputs_are_paths_and_parts_of_plain_values_are_nodes(self) -> None:
        with site(Probe) as on:
            path = probe(on, lambda self, cx: self.zones.get("[0].name"), zones=output(0, "zones"))
            self.assertEqual(path, output(0, "zones[0].name"))
            path = probe(on, lambda self, cx: self.zones[0]["a.b"], zones=output(0, "zones"))
            self.assertEqual(path, output(0, 'zones[0]["a.b"]'))
            part = probe(on, lambda self, cx: self.zones.get("[0].name"), zones=[{"name": "z", "records": []}])
            self.assertEqual(part["path"], "[0].name")
            self.assertEqual(on.run(part, [{"name": "z", "records": []}]), [{"name": "z", "records": []}])

    def test_a_secret_is_marked(self) -> None:
        with site(Probe) as on:
            self.assertEqual(probe(on, lambda self, cx: self.title.secret()), secret("Hi"))
            self.assertEqual(probe(on, lambda self, cx: self.title.secret(), title=output(0, "title")), secret(output(0, "title")))

    def test_several_values_become_one(self) -> None:
        with site(Probe) as on:
            made = probe(on, lambda self, cx: Output.all(self.title, self.note).apply(lambda title, note: f"{title} {note}"))
            self.assertEqual(on.monitor.nodes[1]["source"], ["Hi", None])
            self.assertEqual(on.run(made, ["Hi", None]), "Hi None")
            made = probe(on, lambda self, cx: Output.all([self.title, self.title]).apply(lambda titles: " ".join(titles)))
            self.assertEqual(on.run(made, ["a", "b"]), "a b")
            made = probe(on, lambda self, cx: Output.all({"a": self.title, "b": self.title}).apply(lambda titles: "+".join(titles)))
            self.assertEqual(on.run(made, {"a": "x", "b": "y"}), "a+b")

    def test_texts_have_outputs_in_them(self) -> None:
        with site(Probe) as on:
            made = probe(on, lambda self, cx: interpolate("{} <{url}> {:>3} {{}}", self.title, 7, url=self.note))
            self.assertEqual(on.run(made, ["a", 7, "u"]), "a <u>   7 {}")
            made = probe(on, lambda self, cx: interpolate("{} {url}", self.title, url=self.note))
            with self.assertRaisesRegex(ProviderError, "`interpolate` at tests/test_outputs.py:[0-9]+: the value for the place `url` is null"):
                on.run(made, ["a", None])

    def test_a_text_without_a_place_for_a_value_is_refused_at_once(self) -> None:
        for make, said in (
            (lambda self: interpolate("{} {}", self.title), "has a place for `1`, and no such value is given"),
            (lambda self: interpolate("", self.title), "has no place for the value `0`"),
            (lambda self: interpolate("{} {name}", self.title), "has a place for `name`"),
            (lambda self: interpolate("{", self.title), "cannot be read: .*; write a brace as two of them"),
            (lambda self: interpolate("{} {0}", self.title), "places with numbers and places without"),
            (lambda self: interpolate(self.title), "begins with a text"),
        ):
            with self.subTest(said), site(Probe) as on, self.assertRaisesRegex(ProviderError, f"test_outputs.py:[0-9]+.*{said}|{said}"):
                probe(on, lambda self, cx: make(self))

    def test_reading_an_output_says_what_to_write(self) -> None:
        uses: tuple[tuple[Callable[[Any], Any], str], ...] = (
            (lambda title: str(title), "is made a text.*\n.*interpolate"),
            (lambda title: f"{title}", "stands in a text.*\n.*interpolate"),
            (lambda title: "%s" % title, "is made a text"),
            (lambda title: "a" + title, "is added to something.*\n.*interpolate"),
            (lambda title: title + "a", "is added to something"),
            (lambda title: bool(title), "is used as a condition.*\n.*apply.*plain input"),
            (lambda title: not title, "is used as a condition"),
            (lambda title: title == "a", "is compared.*\n.*apply"),
            (lambda title: title != "a", "is compared"),
            (lambda title: title < "a", "is compared"),
            (lambda title: "a" in title, "is searched"),
            (lambda title: list(title), "is gone through.*\n.*for item in items"),
            (lambda title: len(title), "is asked for its length"),
            (lambda title: int(title), "is made a number"),
            (lambda title: title * 2, "is calculated with"),
            (lambda title: title.upper(), "is asked for `upper`.*\n.*output.apply"),
            (lambda title: title(), "is called"),
        )
        for number, (use, said) in enumerate(uses):
            with self.subTest(number), site(Probe) as on, self.assertRaisesRegex(UnreadableError, said) as raised:
                probe(on, lambda self, cx: use(self.title))
            # The place of the use.
            self.assertIn("an output at tests/test_outputs.py:", str(raised.exception))
            self.assertIn("its value may not be known yet", str(raised.exception))

    def test_reading_several_outputs_says_what_to_write(self) -> None:
        with site(Probe) as on, self.assertRaisesRegex(UnreadableError, "is gone through"):
            probe(on, lambda self, cx: list(Output.all(self.title, self.note)))  # type: ignore[call-overload]

    def test_no_representation_shows_a_value(self) -> None:
        with site(Probe) as on:
            probe(on, lambda self, cx: repr((self.title, Output.all(self.title, self.note))), title="hush")
            self.assertEqual(probe(on, lambda self, cx: repr(self.title), title="hush"), "<Input>")
            self.assertEqual(probe(on, lambda self, cx: repr(self.title), title=output(0, "title")), "<Input: node 0 title>")

    def test_an_output_of_another_component_is_refused(self) -> None:
        kept: list[Any] = []
        with site(Probe) as on:
            probe(on, lambda self, cx: kept.append(self.title), title=output(0, "title"))
            with self.assertRaisesRegex(ProviderError, "`Probe.out` cannot be used: out: is an output of another or a finished component"):
                probe(on, lambda self, cx: kept[0])
            # A value without nodes is good for any session.
            probe(on, lambda self, cx: kept.append(self.title))
            self.assertEqual(probe(on, lambda self, cx: kept[1]), "Hi")

    def test_nothing_is_made_where_no_component_is_constructed(self) -> None:
        with self.assertRaisesRegex(ProviderError, "no component is constructed here"):
            Output.of("a").apply(str.upper)

    def test_a_mistake_in_a_function_has_its_place(self) -> None:
        def refuse(text: str) -> str:
            raise ProviderError("is too long")

        def judge(text: str) -> str:
            raise InvalidError(Probe.title, "is too long")

        async def later(text: str) -> str:
            return text

        place = r"at tests/test_outputs.py:\d+"
        with site(Probe) as on:
            made = probe(on, lambda self, cx: self.title.apply(refuse))
            with self.assertRaisesRegex(ProviderError, f"`apply` {place}: is too long"):
                on.run(made, "a")
            made = probe(on, lambda self, cx: self.title.apply(judge))
            with self.assertRaises(InvalidError) as raised:
                on.run(made, "a")
            self.assertEqual(raised.exception.failures[0].property, "title")
            made = probe(on, lambda self, cx: self.title.apply(lambda title: {title}))
            with self.assertRaisesRegex(ProviderError, f"the result of `apply` {place}: `set` is not a type of a property"):
                on.run(made, "a")
            made = probe(on, lambda self, cx: self.title.apply(later))
            with self.assertRaisesRegex(ProviderError, "is `async`"):
                on.run(made, "a")
            made = probe(on, lambda self, cx: self.level.apply(lambda level: level.name), level=output(0, "level"))
            with self.assertRaisesRegex(ProviderError, f"the value of `apply` {place}: expected one of `low`, `high`, found `mid`"):
                on.run(made, "mid")

    def test_a_child_is_a_reference(self) -> None:
        def do(self: Probe, cx: ComponentContext) -> Any:
            child: Child = cx.child("pet", "random:index/randomPet:RandomPet")
            return {"itself": child, "same": child.reference, "id": child.id}

        with site(Probe) as on:
            self.assertEqual(probe(on, do), {"itself": output(1), "same": output(1), "id": output(1, "id")})


if __name__ == "__main__":
    unittest.main()
