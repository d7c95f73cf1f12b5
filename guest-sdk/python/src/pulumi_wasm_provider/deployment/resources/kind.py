"""The type of a resource: a type token, or a class of your package."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..._model import path as _path
from ..._model.classes import Model, model_of
from ..._model.named import token_of
from ..._model.properties import closest
from ...errors import ProviderError
from ...resource.resource import Resource
from .component import Component

Kind = str | type[Resource] | type[Component]
"""A type token, or a class of your package."""


@dataclass(frozen=True)
class Placed:
    """A type and the known facts about it."""

    token: str
    is_component: bool | None = None
    """Whether the type is a component; None if only a token is known."""
    model: Model | None = None
    """The properties of a class of your package."""

    def judge_inputs(self, inputs: Mapping[str, Any]) -> None:
        """Checks the names of inputs against the type."""
        if self.model is not None:
            known = [one.wire_name for one in self.model.of("input")]
            for name in inputs:
                if name not in known:
                    raise ProviderError(f"`{name}` is not an input: {_instead_of(name, known)}the inputs are {_named(known)}")

    def judge_output(self, path: str, of: str, at: str) -> None:
        """Checks that a path begins with an output of the type. `of` is the resource, and `at` the line that reads
        it."""
        name = path.split(".")[0].split("[")[0]
        if self.model is None or name in ("", "id", "urn"):
            return
        known = [one.wire_name for one in self.model.of("output")]
        if name not in known:
            hint = _instead_of(name, known)
            raise ProviderError(f"`{of}` has no output `{name}`, which {at} reads: {hint}its outputs are {_named(known)}")


def _instead_of(name: str, known: list[str]) -> str:
    camel = _path.camel(name)
    near = camel if camel in known else closest(name, known)
    return f"did you mean `{near}`? " if near else ""


def _named(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def placed(kind: object, package: str) -> Placed:
    """The known facts about a type."""
    if isinstance(kind, str):
        return Placed(kind)
    if isinstance(kind, type) and issubclass(kind, Resource | Component):
        return Placed(token_of(package, kind.__options__, kind.__name__), issubclass(kind, Component), model_of(kind))
    given = f"`{kind.__name__}`" if isinstance(kind, type) else repr(kind)
    raise ProviderError(
        f"{given} is not the type of a resource: give a type token such as `random:index/randomPet:RandomPet`, or a class of your "
        "package that derives from Resource or Component"
    )
