"""Tests of the hooks, without a component: `PYTHONPATH=.pulumi-wasm/sdk/guest-sdk/python/src:. python3 -m unittest discover tests`."""

import unittest

from pulumi_wasm_provider import testing

from provider import Greeting, provider


class Greets(unittest.TestCase):
    def test_somebody(self) -> None:
        with testing.run(provider, name="demo") as stack:
            made = stack.create(Greeting, {"name": "World", "salutation": "Hello"})
        self.assertEqual(made.outputs["message"], "Hello, World!")
