"""The value encoding."""

import unittest
from typing import Any

from pulumi_wasm_provider import UNKNOWN
from pulumi_wasm_provider._interface import wire

SIGNATURE = "4dabf18193072939515e22adb298388d"
SECRET = "1b47061264138c4ac30d75fd1eb44270"
OUTPUT = "d0e6a833031e9bbcd3f4e8bde6ca49a4"
UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"


def output(**members: Any) -> dict[str, Any]:
    return {SIGNATURE: OUTPUT, **members}


class Forms(unittest.TestCase):
    def test_secrets_and_outputs_are_opened(self) -> None:
        secret = {SIGNATURE: SECRET, "value": {SIGNATURE: SECRET, "value": [1]}}
        self.assertEqual(wire.reveal(secret), [1])
        self.assertEqual(wire.reveal(output(value=3)), 3)
        self.assertEqual(wire.reveal_deep({"a": [secret, output(value=None)]}), {"a": [[1], None]})
        self.assertTrue(wire.is_null({SIGNATURE: SECRET, "value": None}))

    def test_unknown_values_are_found_at_any_depth(self) -> None:
        for value in (UNKNOWN, output(), {SIGNATURE: SECRET, "value": UNKNOWN}):
            self.assertTrue(wire.is_unknown(value), value)
            self.assertTrue(wire.contains_unknown({"a": [value]}), value)
        for form in wire.UNKNOWN_FORMS:
            self.assertTrue(wire.is_unknown(form))
        plain: list[Any] = ["", None, output(value=1), {"a": UNKNOWN}]
        for value in plain:
            self.assertFalse(wire.is_unknown(value), value)

    def test_secrets_are_found_at_any_depth(self) -> None:
        self.assertTrue(wire.contains_secret({"a": [output(value=1, secret=True)]}))
        self.assertFalse(wire.contains_secret({"a": [output(value=1)]}))
        self.assertTrue(wire.is_secret(output(value={SIGNATURE: SECRET, "value": 1})))
        self.assertEqual(wire.secret(wire.secret(1)), {SIGNATURE: SECRET, "value": 1})

    def test_what_was_not_changed_goes_back_as_it_came(self) -> None:
        original = {"a": wire.secret("x"), "b": 1}
        self.assertIs(wire.restore({"a": "x", "b": 1}, original), original)
        self.assertEqual(wire.restore({"a": "y", "b": 1}, original), wire.secret({"a": "y", "b": 1}))
        self.assertEqual(wire.restore(True, 1), True)

    def test_a_boolean_is_no_number(self) -> None:
        self.assertFalse(wire.same([True], [1]))
        self.assertTrue(wire.same({"a": [1.0]}, {"a": [1]}))

    def test_text_is_what_json_says(self) -> None:
        self.assertEqual(wire.text({"a": "ü"}), '{"a":"ü"}')
        with self.assertRaises(ValueError):
            wire.text(float("nan"))
        for text in ("[]", "{", '"' + UNKNOWN + '"'):
            with self.assertRaises(Exception) as raised:
                wire.parse(text)
            self.assertIn("property map", str(raised.exception))


if __name__ == "__main__":
    unittest.main()
