"""Tests of the hooks, without a component: `PYTHONPATH=.pulumi-wasm/sdk/guest-sdk/python/src:. python3 -m unittest discover tests`."""

import unittest

from pulumi_wasm_provider import testing

from provider import Website, provider


class Websites(unittest.TestCase):
    def test_the_page_is_in_the_folder(self) -> None:
        with testing.run(provider, name="demo") as stack:
            docs = stack.construct(Website, {"title": "Hello"})
        page = docs.child("website-page")
        self.assertEqual(page.inputs, {"path": "website-folder_id/index.html", "text": "<h1>Hello</h1>"})
