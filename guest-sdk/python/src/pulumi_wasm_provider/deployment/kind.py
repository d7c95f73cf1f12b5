"""The type of a resource: a type token, or a class of the own package."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .. import _path
from .._model import Model, model_of
from .._properties import closest
from .._schema import token_of
from ..errors import ProviderError
from ..resource import Resource
from .component import Component

Kind = str | type[Resource] | type[Component]
"""A type token, or a class of the own package."""


@dataclass(frozen=True)
class Placed:
    """A type, with what is known of it."""

    token: str
    is_component: bool | None = None
    """Whether another call constructs it; None if a token alone tells nothing."""
    model: Model | None = None
    """The properties of a class of the own package."""

    def judge_inputs(self, inputs: Mapping[str, Any]) -> None:
        """Makes sure that inputs have names of the type's."""
        if self.model is not None:
            for name in inputs:
                self._judge(name, [one.wire_name for one in self.model.of("input")], "an input", "inputs")

    def judge_output(self, path: str) -> None:
        """Makes sure that a path begins with an output of the type's."""
        name = path.split(".")[0].split("[")[0]
        if self.model is not None and name not in ("", "id", "urn"):
            self._judge(name, [one.wire_name for one in self.model.of("output")], "an output", "outputs")

    def _judge(self, name: str, known: list[str], what: str, all_of_them: str) -> None:
        if name in known:
            return
        near = _path.camel(name) if _path.camel(name) in known else closest(name, known)
        hint = f"did you mean `{near}`? " if near else ""
        named = ", ".join(f"`{one}`" for one in known)
        raise ProviderError(f"`{name}` is not {what}: {hint}the {all_of_them} are {named}")


def placed(kind: object, package: str) -> Placed:
    """What is known of a type."""
    if isinstance(kind, str):
        return Placed(kind)
    if isinstance(kind, type) and issubclass(kind, Resource | Component):
        return Placed(token_of(package, kind.__options__, kind.__name__), issubclass(kind, Component), model_of(kind))
    raise ProviderError(
        f"{kind!r} is not the type of a resource: give a type token such as `random:index/randomPet:RandomPet`, or a class of your "
        "package that derives from Resource or Component"
    )
