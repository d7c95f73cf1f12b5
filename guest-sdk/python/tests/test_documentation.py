"""docs/author/python.md, held against what it speaks of."""

import functools
import inspect
import re
import sys
import textwrap
import types
import typing
import unittest
from pathlib import Path

import pulumi_wasm_provider as sdk
from pulumi_wasm_provider import (
    CheckContext,
    Context,
    CreateContext,
    Provider,
    ReadContext,
    Resource,
    UpdateContext,
    function,
    testing,
)
from pulumi_wasm_provider._manifest.hooks import CONFIG_HOOKS, RESOURCE_HOOKS
from pulumi_wasm_provider.fields import FieldOptions

from .monitor import output, site

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs/author/python.md").read_text()
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


class Documentation(unittest.TestCase):
    def mentions(self, names: list[str], of: str) -> None:
        missing = [name for name in names if not re.search(rf"\b{name}\b", PAGE)]
        self.assertEqual(missing, [], f"docs/author/python.md says nothing of these of {of}")

    def test_everything_is_there(self) -> None:
        self.mentions(["default", *FieldOptions.__annotations__], "Field")
        # Names that only annotations need follow from the others.
        implied = {"Difference", "DefinitionError", "Function", "NotKnownError", "NotSetError"}
        implied |= {"PropertyFailure", "SchemaMapping", "View", "Views", "Properties", "path_of", "Env"}
        self.mentions([name for name in sdk.__all__ if name not in implied], "the package")
        for cls in (Context, CheckContext, CreateContext, UpdateContext, ReadContext):
            self.mentions([name for name in dir(cls) if not name.startswith("_")], cls.__name__)
        self.mentions([hook[0] for hook in (*RESOURCE_HOOKS, *CONFIG_HOOKS)], "the hooks")
        options = inspect.signature(function).parameters
        self.mentions([name for name in options if name != "call"], "function")
        self.mentions([name for name in inspect.signature(Provider).parameters if name != "mappings"], "Provider")

    def test_every_option_of_a_resource_is_there(self) -> None:
        source = inspect.getsource(Resource)
        options = re.findall(r"^            (\w+): .* = ", source, re.MULTILINE)
        self.assertIn("import_id", options)
        self.mentions(options, "class Resource")

    def test_whole_examples_are_providers(self) -> None:
        whole = [block for block in BLOCKS if "provider = Provider(" in block]
        self.assertEqual(len(whole), 2)
        for number, block in enumerate(whole):
            module = types.ModuleType(f"documented_{number}")
            module.__file__ = __file__
            sys.modules[module.__name__] = module
            exec(compile(block, "docs/author/python.md", "exec"), module.__dict__)
            with testing.run(module.__dict__["provider"]) as stack:
                self.assertTrue(stack.manifest["schema"])

    def test_a_secret_that_no_answer_has_is_kept_in_a_refresh_and_empty_in_an_import(self) -> None:
        [block] = [block for block in BLOCKS if "class User(Resource)" in block]
        names: dict[str, object] = {name: getattr(sdk, name) for name in sdk.__all__}
        module = types.ModuleType("documented_user")
        module.__file__ = __file__
        sys.modules[module.__name__] = module
        module.__dict__.update(names, Self=typing.Self)
        exec(compile(textwrap.dedent(block), "docs/author/python.md", "exec"), module.__dict__)
        user = module.__dict__["User"]
        # The page shows only a part of the class, without a `create`.
        user.create = lambda self, cx: "ada"
        host = testing.Host(answer=lambda request: testing.json_answer({"tags": ["new"]}))
        with testing.run(Provider(name="acme", version="1.0.0", resources=[user]), host) as stack:
            made = stack.create(user, {"name": "ada", "password": "hunter2", "tags": ["old"]})
            refreshed = stack.read(user, "ada", made)
            assert refreshed is not None
            self.assertEqual(refreshed.outputs, {"name": "ada", "password": "hunter2", "tags": ["new"]})
            imported = stack.read(user, "ada")
            assert imported is not None
            self.assertEqual(imported.outputs, {"name": "ada", "password": "", "tags": ["new"]})

    def test_a_list_is_given_page_by_page(self) -> None:
        [block] = [block for block in BLOCKS if "def list_(" in block]
        module = types.ModuleType("documented_server")
        module.__file__ = __file__
        sys.modules[module.__name__] = module
        module.__dict__.update({name: getattr(sdk, name) for name in sdk.__all__})
        exec(compile(block, "docs/author/python.md", "exec"), module.__dict__)
        server, asked = module.__dict__["Server"], []

        def answer(request: typing.Any) -> typing.Any:
            asked.append(request.json()["from"])
            return testing.json_answer({"servers": [{"id": "s-1", "label": "one"}], **({} if asked[-1] else {"next": "2"})})

        server.create = lambda self, cx: "s-1"
        with testing.run(Provider(name="acme", version="1.0.0", resources=[server]), testing.Host(answer=answer)) as stack:
            first = stack.list_(server, {"tag": "red"})
            last = stack.list_(server, {"tag": "red"}, continuation_token=first.continuation_token)
        found = [sdk.ListedResource("s-1", "one")]
        self.assertEqual((first, last, asked), (sdk.Page(found, "2"), sdk.Page(found), [None, "2"]))

    def test_the_tables_name_everything_of_lists_migrations_and_views(self) -> None:
        for cls in (sdk.OldState, sdk.Page, sdk.ListRequest, sdk.ListedResource, sdk.Diff, sdk.Backoff, sdk.Views, sdk.View):
            self.mentions([name for name in {*vars(cls), *vars(cls).get("__annotations__", {})} if not name.startswith("_")], cls.__name__)

    def test_the_website_in_python_has_three_children(self) -> None:
        page = (ROOT / "docs/author/components.md").read_text()
        [block] = [block for block in re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE) if "(Component)" in block]
        module = types.ModuleType("documented_website")
        module.__file__ = __file__
        sys.modules[module.__name__] = module
        exec(compile(block, "docs/author/components.md", "exec"), module.__dict__)
        self.assertLessEqual(len(block.splitlines()), 25)
        with site(module.__dict__["Website"]) as on:
            outputs = on.construct(module.__dict__["Website"], {"title": output(0, "title"), "index": "index.html"})
            names = [row["name"] for row in on.monitor.nodes[1:] if "name" in row]
            self.assertEqual(names, ["docs-suffix", "docs-bucket", "docs-page"])
            self.assertEqual(on.run(outputs["url"], "Example.COM"), "http://example.com/")

    def test_the_hook_of_the_example_asks_what_was_created(self) -> None:
        [block] = [block for block in BLOCKS if "(hook: HookArguments)" in block]
        module = types.ModuleType("documented_hooks")
        module.__file__ = __file__
        sys.modules[module.__name__] = module
        exec(compile(block, "docs/author/python.md", "exec"), module.__dict__)
        website = module.__dict__["Website"]
        for status in (200, 404):
            host = testing.Host(answer=lambda request: testing.json_answer({}, status))
            with testing.run(Provider(name="site", version="1.0.0", components=[website]), host) as stack:
                construct = functools.partial(stack.construct, website, {}, makes=lambda child: {"url": "https://front.example"})
                if status == 200:
                    self.assertEqual(construct().outputs, {"url": "https://front.example"})
                else:
                    with self.assertRaisesRegex(sdk.ProviderError, "^the hook at .*: https://front.example does not answer$"):
                        construct()
            self.assertEqual([request.url for request in host.requests], ["https://front.example"])

    def test_parts_of_examples_are_python(self) -> None:
        for block in BLOCKS:
            head, separator, body = block.partition("\n\n    def ")
            text = block
            if separator and "class " not in head:
                text = f"{head}\n\nclass Part(Resource):\n    def {body}"
            compile(textwrap.dedent(text), "docs/author/python.md", "exec")

    def test_the_example_is_the_one_that_is_published(self) -> None:
        self.assertEqual(BLOCKS[0], (ROOT / "examples/python/hello/hello.py").read_text())
        self.assertLessEqual(len(BLOCKS[0].splitlines()), 30)


if __name__ == "__main__":
    unittest.main()
