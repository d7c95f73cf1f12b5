"""Methods of components."""

import unittest
from typing import Annotated

from pulumi_wasm_provider import (
    Component,
    ComponentContext,
    DefinitionError,
    Doc,
    Field,
    Input,
    InvalidError,
    Object,
    Output,
    Provider,
    ProviderError,
    Secret,
    interpolate,
    method,
)
from pulumi_wasm_provider._manifest.built import BuiltProvider

from .monitor import output, site


class Announced(Object):
    key: Output[str]
    count: int
    note: str | None = None


class Website(Component):
    title: Input[str]
    url: Output[str]

    def construct(self, cx: ComponentContext) -> None:
        self.url = self.title

    @method
    def announce(
        self,
        cx: ComponentContext,
        text: Annotated[Input[str], Doc("The text of the announcement.")],
        times: int = Field(default=1, le=3),
        note: Input[str | None] = Field(default=None),
    ) -> Announced:
        """Puts an announcement on it."""
        if times == 0:
            raise InvalidError("times", "must be more")
        page = cx.child("news", "aws:s3/bucketObject:BucketObject", {"content": interpolate("{}{}", text, self.url), "note": note})
        return Announced(key=page.output("key"), count=times)

    @method(name="pageOf", description="An address.", deprecated="use `url`")
    def page(self, path: Input[str]) -> Output[str]:
        return interpolate("{}/{}", self.url, path)

    @method
    def ping(self, cx: ComponentContext) -> None:
        cx.info("pong")

    @method
    def peek(self) -> Output[str]:
        return self.title


class Methods(unittest.TestCase):
    def test_a_method_is_in_the_schema(self) -> None:
        with site(Website) as on:
            schema, beside = on.manifest["schema"], on.manifest["functions"]
        token = "site:index:Website"
        methods = {"announce": f"{token}/announce", "pageOf": f"{token}/pageOf", "ping": f"{token}/ping", "peek": f"{token}/peek"}
        self.assertEqual(schema["resources"][token]["methods"], methods)
        announce = schema["functions"][f"{token}/announce"]
        self.assertEqual(announce["description"], "Puts an announcement on it.")
        self.assertEqual(
            announce["inputs"],
            {
                "type": "object",
                "properties": {
                    "text": {"type": "string", "description": "The text of the announcement."},
                    "times": {"type": "integer", "default": 1, "plain": True},
                    "note": {"type": "string"},
                    "__self__": {"$ref": "#/resources/site:index:Website"},
                },
                "required": ["text", "__self__"],
            },
        )
        self.assertEqual(announce["outputs"]["required"], ["key", "count"])
        self.assertEqual(beside[f"{token}/announce"], {"properties": {"times": {"maximum": 3}}})
        page = schema["functions"][f"{token}/pageOf"]
        self.assertEqual((page["description"], page["deprecationMessage"]), ("An address.", "use `url`"))
        self.assertEqual(page["outputs"], {"type": "object", "properties": {"result": {"type": "string"}}, "required": ["result"]})
        self.assertNotIn("outputs", schema["functions"][f"{token}/ping"])

    def test_a_method_declares_and_has_the_outputs_of_its_resource(self) -> None:
        with site(Website) as on:
            results, wrong = on.call(Website, "announce", {"text": output(0, "text"), "times": 2})
            opened, derived, page = on.monitor.nodes[1:]
            self.assertEqual((opened["kind"], opened["arguments"]), ("reference", {"resource": output(0)}))
            self.assertEqual(derived["source"], [output(0, "text"), output(1, "url")])
            self.assertEqual((page["name"], page["inputs"]), ("docs-news", {"content": output(2)}))
            self.assertEqual((results, wrong), ({"key": output(3, "key"), "count": 2}, []))

    def test_results_are_one_value_or_none(self) -> None:
        with site(Website) as on:
            results, _ = on.call(Website, "pageOf", {"path": "a"})
            self.assertEqual(results, {"result": output(2)})
            self.assertEqual(on.call(Website, "ping", {}), ({}, []))

    def test_what_is_wrong_with_an_argument_is_no_failure_of_the_call(self) -> None:
        with site(Website) as on:
            self.assertEqual(on.call(Website, "announce", {"text": "a", "times": 0}), ({}, ["times: must be more"]))
            self.assertEqual(on.call(Website, "announce", {"times": 1}), ({}, ["text: is required"]))
            with self.assertRaisesRegex(ProviderError, "`site:index:Website/other` is not a method of this package"):
                on.call(Website, "other", {})
            with self.assertRaisesRegex(ProviderError, "`Website.title` is an input, which a method does not see"):
                on.call(Website, "peek", {})

    def test_mistakes_are_told_by_the_build(self) -> None:
        class Wrong(Component):
            def construct(self, cx: ComponentContext) -> None:
                pass

            @method
            def one(self, cx, text) -> None:  # type: ignore[no-untyped-def]
                pass

            @method
            def two(self, *texts: str) -> str:
                return ""

            @method
            async def three(self, text: Output[str]) -> None:
                pass

            @method
            def four(self) -> Output[Secret[str]]:
                raise NotImplementedError

            @method
            def five(self) -> Output[list[Annotated[str, Field(max_length=1)]]]:
                raise NotImplementedError

        with self.assertRaises(DefinitionError) as raised:
            BuiltProvider(Provider(name="site", version="1.0.0", components=[Wrong]))
        for said in (
            "the parameter `text` needs an annotation: `text: Input[str]`",
            "the parameter `texts` must accept a keyword argument",
            "has no result that a method can have: it gives `Output[T]`",
            "has to be written without `async`",
            "the parameter `text` is an `Output`: programs give an `Input[T]`",
            "its result: one value has no options, here secret: return a class of Results with a property that has them",
            "its result: its elements have no rules, because no program sets them",
        ):
            self.assertIn(said, str(raised.exception))


if __name__ == "__main__":
    unittest.main()
