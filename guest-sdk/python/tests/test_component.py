"""The functions that a component exports, and errors as the interface has them. Each test runs in a separate interpreter, with a stand-in
for the modules that only a component has."""

import json
import re
import subprocess
import sys
import textwrap
import unittest
from pathlib import Path

WIT = Path(__file__).parents[3] / "wit/0.1.0"

PRELUDE = '''
import json, sys, types

class Kind(type):
    """A class of the interface. Its other attributes are the cases of an enum."""

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return f"{cls.__name__}.{name}"

class Stub(types.ModuleType):
    """A module of the interface, which has a class of each name."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)

        def init(self, *given):
            self.given = given
            self.value = given[0] if given else None

        made = Kind(name, (), {"__init__": init, "__repr__": lambda self: f"{name}({', '.join(map(repr, self.given))})"})
        setattr(self, name, made)
        return made

class Err(Exception):
    def __init__(self, value):
        self.value = value

for name in ("componentize_py_types", "wit_world", "wit_world.exports", "wit_world.imports"):
    sys.modules[name] = Stub(name)
sys.modules["componentize_py_types"].Err = Err
for side, names in {
    "exports": "lifecycle components",
    "imports": "asset checkpoint clock common deployment env http log random shared views waiting",
}.items():
    for name in names.split():
        setattr(sys.modules[f"wit_world.{side}"], name, Stub(name))

from pulumi_wasm_provider import AwaitFailedError, NotFoundError
from pulumi_wasm_provider._guest import component
from pulumi_wasm_provider._interpreter.failures import UnrecordedError
from wit_world.imports import common
'''


def printed(program: str) -> list[str]:
    """The lines that a program prints behind the stand-in."""
    done = subprocess.run(
        [sys.executable, "-c", PRELUDE + textwrap.dedent(program)], capture_output=True, text=True, check=False
    )
    return (done.stdout + done.stderr[-2000:]).splitlines()


def functions(file: str, interface: str) -> list[str]:
    """The functions of an interface, by their names in Python."""
    text = (WIT / file).read_text()
    [body] = re.findall(rf"^interface {interface} {{$(.*?)^}}$", text, re.MULTILINE | re.DOTALL)
    return sorted(name.replace("-", "_") for name in re.findall(r"^    %?([a-z-]+): func\(", body, re.MULTILINE))


class Component(unittest.TestCase):
    def test_every_function_of_the_interface_is_exported(self) -> None:
        program = """
        from pulumi_wasm_provider import Provider
        from pulumi_wasm_provider._guest.dispatch import Dispatcher
        from pulumi_wasm_provider._manifest.built import BuiltProvider
        from pulumi_wasm_provider.deployment import guest

        dispatcher = Dispatcher(BuiltProvider(Provider(name="demo", version="1.0.0")))
        guest._component.load = lambda module, project: dispatcher
        guest.host.use = lambda declarations: None
        for cls in guest.bind("demo", "{}"):
            print(json.dumps(sorted(name for name in vars(cls) if not name.startswith("__"))))
        """
        description, lifecycle, components = printed(program)
        self.assertEqual(json.loads(description), functions("lifecycle.wit", "description"))
        self.assertEqual(json.loads(lifecycle), functions("lifecycle.wit", "lifecycle"))
        self.assertEqual(json.loads(components), functions("components.wit", "components"))

    def test_errors_have_a_case_and_fields_of_the_interface(self) -> None:
        program = """
        print(component._to_error(AwaitFailedError("late")))
        print(component._to_error(NotFoundError("gone")))
        print(component._to_error(UnrecordedError("m", "{}", ["count"], "lost")))
        """
        expected = [
            "Error_AwaitFailed(Failure('late', '{}'))",
            "Error_NotFound(Failure('gone', '{}'))",
            "Error_Partial(PartialState('m', '{}', ['lost'], ['count'], '{}'))",
        ]
        self.assertEqual(printed(program), expected)

    def test_an_error_of_an_import_keeps_its_case(self) -> None:
        program = """
        print(repr(component._from_error(common.Error_AwaitFailed(types.SimpleNamespace(message="late")))))
        print(repr(component._from_error(common.Error_Other(types.SimpleNamespace(message="other")))))
        """
        self.assertEqual(printed(program), ["AwaitFailedError('late')", "ProviderError('other')"])


if __name__ == "__main__":
    unittest.main()
