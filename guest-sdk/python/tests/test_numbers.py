"""Whole numbers that are texts, the arguments of a lookup, and a call's facts about the deployment."""

import unittest
from typing import Self

from pulumi_wasm_provider import (
    AwaitFailedError,
    Config,
    Context,
    CreateContext,
    DefinitionError,
    ExactInt,
    Field,
    InvalidError,
    Object,
    Output,
    Provider,
    ProviderError,
    ReadContext,
    Replace,
    Resource,
    Secret,
    Value,
    function,
    testing,
)


class Settings(Config):
    region: Replace[str]


class Volume(Resource):
    size: ExactInt
    spare: Secret[ExactInt | None] = Field(default=7)
    limit: ExactInt | None = Field(pattern="^1")
    sizes: list[ExactInt] | None
    seen: Value[ExactInt | None]
    region: str = Field(default="north", state_input=True)
    place: Output[str | None] = Field(state_input=True)
    next: Output[ExactInt]
    count: Output[int | None]

    def create(self, cx: CreateContext) -> str:
        self.next = self.size + 1
        self.place = f"{cx.project}/{cx.stack}"
        if self.size == 3:
            raise AwaitFailedError("not ready")
        return "volume"

    @classmethod
    def read(cls, id: str, old: Self | None, cx: ReadContext) -> Self | None:
        assert old is not None
        old.count = 1 << 60
        return old


@function
def large() -> int:
    return 1 << 60


provider = Provider(config=Settings, resources=[Volume], functions=[large])
SIZE = 18446744073709551615


class Numbers(unittest.TestCase):
    def test_exact_integers_are_texts_with_a_rule(self) -> None:
        with testing.run(provider, name="sample") as stack:
            manifest = stack.manifest
        volume = manifest["schema"]["resources"]["sample:index:Volume"]
        self.assertEqual(volume["inputProperties"]["size"], {"type": "string"})
        self.assertEqual(volume["inputProperties"]["spare"], {"type": "string", "secret": True, "default": "7"})
        rules = manifest["resources"]["sample:index:Volume"]["properties"]
        digits = {"pattern": "^(0|-?[1-9][0-9]*)$", "patternReason": "the digits of a whole number", "maxLength": 1000}
        expected = {"size": digits, "spare": digits, "limit": {"pattern": "^1", "maxLength": 1000}, "sizes": {"items": digits}, "seen": digits}
        self.assertEqual(rules, expected)

    def test_exact_integers_keep_all_digits(self) -> None:
        with testing.run(provider, config={"region": "r"}) as stack:
            made = stack.create(Volume, {"size": str(SIZE)})
            self.assertEqual(made.outputs["next"], str(SIZE + 1))
            self.assertEqual(made.outputs["size"], str(SIZE))
            for wrong in ("007", "+7", "1e3", "", "-", "-0", "\u0663", "1" * 1001):
                with self.assertRaises(InvalidError, msg=wrong) as caught:
                    stack.create(Volume, {"size": wrong})
                self.assertIn("must be the digits of a whole number", str(caught.exception))

    def test_an_answer_that_cannot_be_recorded_is_an_orderly_error_where_nothing_changes(self) -> None:
        with testing.run(provider, config={"region": "r"}) as stack:
            made = stack.create(Volume, {"size": "1"})
            for call in (lambda: stack.read(Volume, "volume", made), lambda: stack.invoke("large", {})):
                with self.assertRaises(ProviderError) as caught:
                    call()
                self.assertIs(type(caught.exception), ProviderError)
                self.assertIn("the provider's answer cannot be recorded", str(caught.exception))


class Lookups(unittest.TestCase):
    def test_the_schema_says_what_a_lookup_takes(self) -> None:
        with testing.run(provider, name="sample") as stack:
            schema = stack.manifest["schema"]
        expected = {"properties": {"region": {"type": "string"}, "place": {"type": "string"}}, "type": "object"}
        self.assertEqual(schema["resources"]["sample:index:Volume"]["stateInputs"], expected)
        self.assertEqual(schema["provider"]["inputProperties"]["region"], {"type": "string", "replaceOnChanges": True})

    def test_lookups_need_a_read_and_a_resource(self) -> None:
        class Blind(Resource):
            region: str = Field(state_input=True)

            def create(self, cx: CreateContext) -> str:
                return "blind"

        class Part(Object):
            region: str = Field(state_input=True)

        class Holder(Resource):
            part: Part

            def create(self, cx: CreateContext) -> str:
                return "holder"

        for resource, reason in ((Blind, "has properties with `state_input`, which a look-up passes to `read`, but has no `read`"), (Holder, "is marked as a state input, which only a property of a resource can be")):
            with self.assertRaises(DefinitionError) as caught, testing.run(Provider(resources=[resource])) as stack:
                print(stack.manifest)
            self.assertIn(reason, str(caught.exception))

    def test_a_call_knows_the_deployment(self) -> None:
        with testing.run(provider, config={"region": "r"}) as stack:
            self.assertEqual(stack.create(Volume, {"size": "1"}).outputs["place"], "test/test")
            with self.assertRaises(AwaitFailedError):
                stack.create(Volume, {"size": "3"})
            self.assertIsNone(Context().project)
