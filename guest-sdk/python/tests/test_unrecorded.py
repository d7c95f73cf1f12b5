"""Things that exist and cannot be recorded as a whole, and records in another form."""

import unittest
from typing import Any

from pulumi_wasm_provider import (
    CreateContext,
    DeleteContext,
    InvalidError,
    NotFoundError,
    Output,
    PartialError,
    Provider,
    ProviderError,
    Resource,
    UpdateContext,
    Value,
    testing,
)
from pulumi_wasm_provider._interpreter.failures import UnrecordedError, as_provider_error
from pulumi_wasm_provider._model.classes import model_of
from pulumi_wasm_provider.testing import Host, Stack

REASON = "the provider's answer cannot be recorded: count: 18446744073709551616 is too large to be an exact number in Pulumi"


class Meter(Resource):
    """Counts."""

    label: str
    count: Output[int]
    ratio: Output[float]

    def create(self, cx: CreateContext) -> str:
        if self.label != "unset":
            self.ratio = float("nan") if self.label == "ratio" else 0.5
        self.count = 2**64 if self.label in ("count", "saved") else 1
        if self.label == "wrong":
            self.count = "many"  # type: ignore[assignment]
        if self.label == "saved":
            cx.checkpoint("m", self)
        odd: dict[str, Any] = {"number": 7, "secret": Value.of("7", secret=True)}
        id: str = odd.get(self.label, "m")
        return id

    def update(self, old: "Meter", cx: UpdateContext) -> None:
        self.ratio = 0.5
        self.count = 2**64 if self.label == "count" else old.count + 1

    def delete(self, cx: DeleteContext) -> None:
        raise NotFoundError(str(self.count) if self.label == "looks" else self.label)


class Unrecorded(unittest.TestCase):
    def setUp(self) -> None:
        self.host = Host()
        context = testing.run(Provider(resources=[Meter]), self.host, name="sample")
        self.stack: Stack = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)

    def fails(self, label: str) -> UnrecordedError:
        with self.assertRaises(UnrecordedError) as raised:
            self.stack.create(Meter, {"label": label})
        # It is a failure with a state, not a crash.
        self.assertIs(as_provider_error(raised.exception), raised.exception)
        return raised.exception

    def test_what_was_made_keeps_its_id_and_what_can_be_written(self) -> None:
        cases: list[tuple[str, str, str]] = [
            ("count", '{"label":"count","ratio":0.5}', "count"),
            ("ratio", '{"label":"ratio","count":1}', "ratio"),
            ("unset", '{"label":"unset","count":1}', "ratio"),
            ("wrong", '{"label":"wrong","ratio":0.5}', "count"),
        ]
        for label, outputs, lost in cases:
            error = self.fails(label)
            self.assertEqual((error.id, error.outputs, error.names), ("m", outputs, [lost]), label)
        self.assertEqual(self.fails("count").message, REASON)
        self.assertEqual((self.fails("secret").id, self.fails("secret").names), ("7", []))
        error = self.fails("number")
        self.assertEqual((error.id, error.names), ("7", []))
        self.assertIn("returned 7: it has to return the resource's id as a text", error.message)

    def test_a_checkpoint_saves_what_can_be_written(self) -> None:
        with self.assertRaisesRegex(ProviderError, "cannot be recorded: count"):
            self.stack.create(Meter, {"label": "saved"})
        [(id, outputs)] = self.host.checkpoints
        self.assertEqual(id, "m")
        self.assertNotIn("count", outputs)

    def test_a_checkpoint_records_what_there_is(self) -> None:
        class Slow(Resource):
            label: str
            address: Output[str]
            size: Output[int]

            def create(self, cx: CreateContext) -> str:
                self.address = "here"
                cx.checkpoint("m", self)
                raise ProviderError("it does not start")

        with testing.run(Provider(resources=[Slow]), self.host, name="slow") as stack:
            with self.assertRaisesRegex(ProviderError, "it does not start"):
                stack.create(Slow, {"label": "a"})
        self.assertEqual(self.host.checkpoints, [("m", {"label": "a", "address": "here"})])

    def test_a_recorded_state_tells_which_outputs_it_lacks(self) -> None:
        class Slow(Resource):
            label: str
            address: Output[str]
            size: Output[int]

        recorded = model_of(Slow).decode_later(lambda: {"label": "a", "address": "here"}, recorded=True)
        self.assertTrue(hasattr(recorded, "address"))
        self.assertFalse(hasattr(recorded, "size"))
        self.assertIsNone(getattr(recorded, "size", None))
        with self.assertRaisesRegex(ProviderError, "size: the recorded state does not fit: it is required"):
            str(recorded.size)
        # The recorded properties have to fit.
        odd = model_of(Slow).decode_later(lambda: {"size": "big"}, recorded=True)
        with self.assertRaisesRegex(ProviderError, "size: the recorded state does not fit"):
            hasattr(odd, "size")

    def test_a_partial_failure_keeps_what_can_be_written(self) -> None:
        meter = Meter(label="a", count=2**64, ratio=0.5)
        error = PartialError("m", meter, "it is not whole")
        written = model_of(Meter).encode_what_can_be(error.state, "output")
        self.assertEqual((written.properties, written.reason), ({"label": "a", "ratio": 0.5}, REASON))

    def test_values_of_odd_types_take_nothing_along(self) -> None:
        class Odd:
            def __len__(self) -> int:
                raise ValueError("no length")

            def __getattr__(self, name: str) -> Any:
                raise KeyError(name)

        endless: list[Any] = []
        endless.append(endless)

        class Any_(Resource):
            label: str
            value: Output[Any]

            def create(self, cx: CreateContext) -> str:
                self.value = {"odd": Odd(), "endless": endless}[self.label]
                return "a"

        with testing.run(Provider(resources=[Any_])) as stack:
            for label in ("odd", "endless"):
                with self.assertRaises(UnrecordedError) as raised:
                    stack.create(Any_, {"label": label})
                self.assertEqual((raised.exception.id, raised.exception.names), ("a", ["value"]))

    def test_an_update_keeps_what_can_be_written(self) -> None:
        made = self.stack.create(Meter, {"label": "a"})
        with self.assertRaises(UnrecordedError) as raised:
            self.stack.update(Meter, made, {"label": "count"})
        self.assertEqual((raised.exception.id, raised.exception.names), ("m", ["count"]))

    def test_a_record_of_another_form_fails_where_it_is_looked_at(self) -> None:
        made = self.stack.create(Meter, {"label": "a"})
        del made.outputs["count"]
        with self.assertRaisesRegex(InvalidError, "count: the recorded state does not fit: it is required"):
            self.stack.update(Meter, made, {"label": "b"})
        # The hook does not read the count.
        with self.assertRaisesRegex(NotFoundError, "^a$"):
            self.stack.delete(Meter, made)
        looks = self.stack.create(Meter, {"label": "looks"})
        del looks.outputs["count"]
        with self.assertRaisesRegex(InvalidError, "count: the recorded state does not fit"):
            self.stack.delete(Meter, looks)


if __name__ == "__main__":
    unittest.main()
