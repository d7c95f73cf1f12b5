"""The development loop: which modules a provider imports from elsewhere, and how its own are found without files. Each test of the
second kind runs in a separate interpreter, because it changes the way in which Python imports."""

import subprocess
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path

from pulumi_wasm_provider._build_checks.imported import imported_in


def imported(**files: str) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            file = Path(folder, name.replace("__", "/") + ".py")
            file.parent.mkdir(exist_ok=True)
            file.write_text(textwrap.dedent(text))
        return imported_in(Path(folder))


def loaded(files: dict[str, str], program: str) -> str:
    """The output of a program that runs with the author's source, but with a stand-in for the host's interface."""
    prelude = f"""
import json, sys
from unittest.mock import MagicMock
for name in ("componentize_py_types", "wit_world", "wit_world.exports", "wit_world.imports"):
    sys.modules[name] = MagicMock()
text = json.dumps({{"module": "acme", "project": {{}}, "files": {files!r}}})
sys.modules["wit_world.imports"].source.read = lambda number: text[number * 50:][:50]
from pulumi_wasm_provider._guest import component, development
"""
    done = subprocess.run(
        [sys.executable, "-c", prelude + textwrap.dedent(program)], capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr[-2000:]


class Imported(unittest.TestCase):
    def test_modules_from_elsewhere_count_wherever_they_are_imported(self) -> None:
        found = imported(
            acme="""
                import chunk.part, os
                from wave import open as play
                from .helpers import one
                from helpers import two

                def later():
                    import sndhdr
            """,
            helpers__one="from ..acme import later\nfrom plistlib import dumps",
        )
        self.assertEqual(found, ["chunk.part", "plistlib", "plistlib.dumps", "sndhdr", "wave", "wave.open"])

    def test_names_in_modules_that_are_known_are_no_modules(self) -> None:
        self.assertEqual(imported(acme="from json import dumps\nfrom collections import deque\nfrom urllib import parse"), [])
        self.assertEqual(imported(acme="from unittest import mock\nfrom xml import dom"), ["unittest.mock", "xml", "xml.dom"])

    def test_a_module_that_cannot_be_read_is_left_to_its_import(self) -> None:
        self.assertEqual(imported(acme="import (", other="import wave"), ["wave"])


class Loaded(unittest.TestCase):
    FILES = {
        "acme.py": "import helpers.one, spaces.inner.two\nfrom spaces.inner import two\nLINE = __file__\n",
        "helpers/__init__.py": "HERE = __path__\n",
        "helpers/one.py": "from . import HERE\n",
        "spaces/inner/two.py": "def fail():\n    raise ValueError('grüße')\n",
        "sys.py": "raise RuntimeError('a module that is built in was looked for in the folder')\n",
    }

    def test_modules_packages_and_folders_are_found_as_in_a_folder(self) -> None:
        program = """
            def bind(module, project):
                import acme, traceback, sys
                print(acme.LINE, acme.helpers.HERE, acme.two.__name__, acme.__spec__.origin)
                try:
                    acme.two.fail()
                except ValueError:
                    print(traceback.format_exc().splitlines()[-3:])
                try:
                    import helpers.three
                except ModuleNotFoundError as error:
                    print(error)
                return type("Description", (), {"describe": lambda self: module}), type("Lifecycle", (), {})
            component.bind = bind
            description, lifecycle = development.bind(["wave", "there.is.none"], "_guest.component")
            print("wave" in sys.modules, "acme" in sys.modules)
            first = description()
            print(first.describe(), first.describe())
        """
        self.assertEqual(
            loaded(self.FILES, program).splitlines(),
            [
                "True False",
                "/0/acme.py ['/0/helpers'] spaces.inner.two /0/acme.py",
                "['  File \"/0/spaces/inner/two.py\", line 2, in fail', \"    raise ValueError('grüße')\", 'ValueError: grüße']",
                "No module named 'helpers.three'",
                "acme acme",
            ],
        )

    def test_components_are_exported_by_the_world_that_has_them(self) -> None:
        program = """
            from pulumi_wasm_provider.deployment import guest
            guest.bind = lambda module, project: tuple(type(name, (), {"say": lambda self: name}) for name in ("d", "l", "c"))
            classes = development.bind([], "deployment.guest")
            print([cls.__name__ for cls in classes], classes[2]().say())
        """
        self.assertEqual(loaded(self.FILES, program).splitlines(), ["['Description', 'Lifecycle', 'Components'] c"])


if __name__ == "__main__":
    unittest.main()
