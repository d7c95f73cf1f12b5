"""The check of `pulumi-wasm build` before it makes a component: reads the provider, and prints its manifest.

`python -m pulumi_wasm_provider MODULE PROJECT`: the manifest goes to standard output. `PROJECT` is a JSON object with
the settings of pyproject.toml. With a third argument `imports`, an object for the development loop
goes there in its place: the modules that the provider imports from elsewhere, and whether it has component resources. Mistakes are told in the author's terms on standard error, with exit status 1;
warnings are lines there that begin with `warning: `, and leave the status as it is.
"""

from __future__ import annotations

import importlib
import inspect
import json
import os
import re
import sys
from pathlib import Path

import pulumi_wasm_provider as sdk

from ._build_checks import sandbox as _sandbox
from ._build_checks.context_use import misused
from ._build_checks.find import provider_of
from ._build_checks.imported import imported_in
from ._build_checks.unlisted import files_below, ungranted, unlisted
from ._build_checks.unset import unset
from ._interpreter import absent as _absent
from ._interpreter import language as _language
from ._interpreter.failures import described
from ._manifest.built import BuiltProvider
from ._model import source as _source
from ._model.properties import advice, closest, elsewhere
from ._model.synonyms import ARGUMENTS, NAMES
from .errors import DefinitionError


_ARGUMENT = re.compile(r"(\w+)\.__init__\(\) got an unexpected keyword argument '(\w+)'")
_NAME = re.compile(r"cannot import name '(\w+)' from 'pulumi_wasm_provider'")
#: Newer versions of Python suggest a name by its letters alone. The hint after it gives a better one.
_SUGGESTED = re.compile(r"(unexpected keyword argument '\w+')\. Did you mean '\w+'\?")
IMPORT_HINT = (
    "hint: modules are imported once, when the component is built, and do not know the machine that it will run on: put "
    "code that depends on the machine into a hook"
)


def main(arguments: list[str]) -> int:
    """Reads the provider of a module."""
    module, project = arguments[0], json.loads(arguments[1]) if len(arguments) > 1 else {}
    sys.path.insert(0, os.getcwd())
    if missing := _sandbox.missing_in(module, Path.cwd()):
        print("the provider uses modules or functions that a component does not have:\n" + "\n".join(f"  {line}" for line in missing), file=sys.stderr)
        return 1
    try:
        built = BuiltProvider(provider_of(importlib.import_module(module)), project)
    except DefinitionError as error:
        print(error, file=sys.stderr)
    except SyntaxError as error:
        shown = (error.text or "").strip()
        print(f"{_source.shown(error.filename or module)}:{error.lineno}: {error.msg}\n    {shown}", file=sys.stderr)
        if sys.version_info < (3, 14):
            version = f"{sys.version_info.major}.{sys.version_info.minor}"
            print(f"hint: Python {version} read it; put a newer Python on PATH for newer syntax", file=sys.stderr)
    except ModuleNotFoundError as error:
        print(f"{described(error)}\n{missing_hint(error.name or '')}", file=sys.stderr)
    except Exception as error:
        told = _SUGGESTED.sub(r"\1", described(error))
        print(f"the module `{module}` cannot be imported: {told}\n{import_hint(error)}", file=sys.stderr)
    else:
        provider, folder = built.provider, Path.cwd()
        unread = misused(provider, files_below(folder))
        for warning in [*unlisted(provider, folder), *ungranted(provider, folder), *unset(provider), *unread]:
            print(f"warning: {warning}", file=sys.stderr)
        for_loop = {"imports": imported_in(Path.cwd()), "components": bool(built.components)}
        print(json.dumps(for_loop) if arguments[2:] == ["imports"] else built.description)
        return 0
    return 1


def import_hint(error: Exception) -> str:
    """The advice for a module that cannot be imported."""
    return _name_hint(error) or _argument_hint(error) or IMPORT_HINT


def _name_hint(error: Exception) -> str | None:
    """The name to import instead of a name that the SDK lacks. None for any other error."""
    found = _NAME.search(str(error)) if isinstance(error, ImportError) else None
    if found is None:
        return None
    answer = elsewhere(NAMES, found[1], "") or closest(found[1], sdk.__all__)
    return f"hint: {advice(answer)}" if answer else None


def _argument_hint(error: Exception) -> str | None:
    """The advice for an argument that a class of the SDK does not take. None for any other error."""
    found = _ARGUMENT.search(str(error)) if isinstance(error, TypeError) else None
    cls = None if found is None else getattr(sdk, found[1], None) or getattr(sdk.http, found[1], None)
    if found is None or not isinstance(cls, type):
        return None
    known = list(inspect.signature(cls).parameters)
    answer = elsewhere(ARGUMENTS, found[2], found[1].lower()) or closest(found[2], known)
    return f"hint: {advice(answer)}" if answer else f"hint: `{found[1]}` takes {', '.join(f'`{name}`' for name in known)}"


def missing_hint(name: str) -> str:
    """The advice for a missing module."""
    if instead := _sandbox.instead_of(name):
        # A package imports it. It does not work, even if it is installed.
        return f"hint: `{name}` does not work in a component, so packages that need it do not work either: {instead}"
    if _absent.is_of_python(name):
        return f"hint: Python has no `{name}` in a component"
    return (
        f"hint: write the package of `{name}` into `[project] dependencies` of pyproject.toml; in a component, only packages that "
        "are pure Python work"
    )


if __name__ == "__main__":
    # An import that would fail in the component fails here, at the start of the build.
    _absent.hide()
    _language.explain_what_is_missing()
    sys.exit(main(sys.argv[1:]))
