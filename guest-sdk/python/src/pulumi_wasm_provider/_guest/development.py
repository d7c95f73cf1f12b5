"""The provider as a component of the development loop: the interpreter, the SDK and the packages are in the component, and the
author's modules are read when an instance begins. Imported in such a component alone."""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import linecache
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any

from wit_world.imports import source

from .._build_checks.imported import USUAL
from .._interpreter import language as _language
from . import component as _component

#: The folder of the author's modules in each component.
_FOLDER = "/0/"


class _Loader(importlib.abc.SourceLoader):
    """Loads modules of texts."""

    def __init__(self, texts: dict[str, str]) -> None:
        self._texts = texts

    def get_filename(self, fullname: str) -> str:
        path = fullname.replace(".", "/")
        for name in (f"{path}/__init__.py", f"{path}.py"):
            if name in self._texts:
                return _FOLDER + name
        raise ImportError(f"No module named '{fullname}'", name=fullname)

    def get_data(self, path: Any) -> bytes:
        text = self._texts.get(str(path).removeprefix(_FOLDER))
        if text is None:
            raise FileNotFoundError(2, "No such file or directory", str(path))
        return text.encode()


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the author's modules, as the interpreter finds them in a folder."""

    def __init__(self, texts: dict[str, str]) -> None:
        self._texts = texts
        self._loader = _Loader(texts)

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> Any:
        base = fullname.replace(".", "/")
        if f"{base}/__init__.py" in self._texts or f"{base}.py" in self._texts:
            file = self._loader.get_filename(fullname)
            folder = [file.removesuffix("/__init__.py")] if file.endswith("/__init__.py") else None
            return importlib.util.spec_from_file_location(fullname, file, loader=self._loader, submodule_search_locations=folder)
        if any(name.startswith(f"{base}/") for name in self._texts):
            spec = importlib.machinery.ModuleSpec(fullname, None, is_package=True)
            spec.submodule_search_locations = [_FOLDER + base]
            return spec
        return None


def bind(imported: Sequence[str], binder: str) -> tuple[type, ...]:
    """The exported classes of a provider whose source comes later. `imported` are the modules that it imports from
    elsewhere: a module that is not imported before the snapshot is missing afterwards. `binder` is the module of this
    package that makes the classes."""
    _language.before_import()
    for name in (*sorted(USUAL), *imported):
        _language.try_import(name)
    bound = importlib.import_module(f"..{binder}", __package__)
    _language.after_import()
    made: list[Any] = []

    def load() -> list[Any]:
        if not made:
            made.extend(cls() for cls in _load(bound))
        return made

    class Description:
        def __getattr__(self, name: str) -> Any:
            return getattr(load()[0], name)

    class Lifecycle:
        def __getattr__(self, name: str) -> Any:
            return getattr(load()[1], name)

    class Components:
        def __getattr__(self, name: str) -> Any:
            return getattr(load()[2], name)

    return (Description, Lifecycle) if bound is _component else (Description, Lifecycle, Components)


def _load(bound: Any) -> tuple[type, ...]:
    found = json.loads(_read())
    texts: dict[str, str] = found["files"]
    for name, text in texts.items():
        linecache.cache[_FOLDER + name] = (len(text), None, text.splitlines(keepends=True), _FOLDER + name)
    # Python's built-in modules come first, as with modules in a folder.
    before = [one for one in sys.meta_path if one is not importlib.machinery.PathFinder]
    sys.meta_path[len(before) :] = [_Finder(texts), importlib.machinery.PathFinder]
    classes: tuple[type, ...] = bound.bind(found["module"], json.dumps(found["project"]))
    return classes


def _read() -> str:
    parts: list[str] = []
    while part := source.read(len(parts)):
        parts.append(part)
    return "".join(parts)
