"""Warns of definitions that the provider does not list, so that programs never see them. They are not mistakes, because an author may
define something for later."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from .. import http
from .._model import source as _source
from .._model.listed import listed
from ..config import Config
from ..deployment.resources.component import Component
from ..function import Function
from ..provider import Provider
from ..resource.resource import Resource

#: Kinds of classes, their names in messages, and the list of `Provider(…)` for each.
_CLASSES = (
    (Resource, "a resource class", "`resources`"),
    (Component, "a component class", "`components`"),
    (Config, "a configuration", "`config`"),
)


def unlisted(provider: Provider, folder: Path) -> list[str]:
    """A sentence with its place for each class and each function of the modules below a folder that the provider does
    not have. A name with a leading underscore is private."""
    classes = {*listed(provider.resources), *listed(provider.components), provider.config}
    functions = listed(provider.functions)
    # A base class of a listed class is not a type itself.
    bases = {base for cls in classes if isinstance(cls, type) for base in cls.__mro__}
    found: dict[str, None] = {}
    for module in _modules(folder):
        for name, value in vars(module).items():
            if name.startswith("_") or getattr(value, "__module__", None) != module.__name__:
                continue
            if isinstance(value, Function):
                if not any(value is function for function in functions):
                    found[_told(value, "a function", "`functions`")] = None
            elif isinstance(value, type) and value not in bases and not _has_heirs(value):
                for kind, noun, where in _CLASSES:
                    if issubclass(value, kind):
                        found[_told(value, noun, where)] = None
    return list(found)


def ungranted(provider: Provider, folder: Path) -> list[str]:
    """A sentence for each module below a folder that imports `http`, if the provider asks for no host: its users are
    not asked for a grant, so the host refuses every request."""
    if listed(provider.net):
        return []
    advice = "write `net=[Net(Settings.url)]`, or `net=[\"api.example.com\"]`"
    return [
        f"{_source.shown(module.__file__ or '')}: imports `http`, but the provider does not ask for a host, so its requests are refused: {advice}"
        for module in _modules(folder)
        if any(value is http for value in vars(module).values())
    ]


def _told(value: Function[..., object] | type, noun: str, where: str) -> str:
    return f"{_source.place(value)}{value.__name__}: is {noun} that is not in {where} of the provider, so programs cannot use it"


def _has_heirs(cls: type) -> bool:
    return bool(cls.__subclasses__())


def files_below(folder: Path) -> Iterator[Path]:
    """The files of the imported modules below a folder."""
    for module in _modules(folder):
        yield Path(module.__file__ or "")


def _modules(folder: Path) -> Iterator[ModuleType]:
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and Path(file).is_relative_to(folder):
            yield module
