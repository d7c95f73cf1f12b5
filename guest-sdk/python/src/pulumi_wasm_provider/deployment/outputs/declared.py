"""Values that an author gives to children, options and outputs: plain values, in which outputs and children may stand."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any

from ..._interface import wire as _wire
from ..._model import path as _path
from ..._model.classes import model_of
from ..._model.properties import Object
from ..._model.types import BooleanType, IntegerType, NumberType, TextType
from ...errors import InvalidError, ProviderError
from ...fields import MISSING
from ...values.asset import Archive, Asset, AssetOrArchiveType
from ...values.reference import ReferenceType, ResourceReference

if TYPE_CHECKING:
    from ..._model.types import Type


class Expression(ABC):
    """A handle of a value that may be unknown."""

    @abstractmethod
    def _expressed(self, path: str) -> Any:
        """The JSON of it, with outputs of nodes inside; `MISSING` if it is left out. Fails for an output of another component."""


Declarable = (
    Expression
    | Object
    | Asset
    | Archive
    | ResourceReference[Any]
    | Enum
    | str
    | int
    | float
    | Mapping[str, "Declarable"]
    | Sequence["Declarable"]
    | None
)
"""A value of a declared property: an input, an output, a child, or any property type, also inside lists and dicts. None
is left out."""

Inputs = Mapping[str, Declarable]
"""Properties of a child, by the names that programs have for them."""

#: The types by the classes of values, the narrower ones first.
_TYPES: tuple[tuple[type, Type], ...] = (
    (bool, BooleanType()),
    (str, TextType()),
    (int, IntegerType()),
    (float, NumberType()),
    (Asset, AssetOrArchiveType()),
    (Archive, AssetOrArchiveType()),
    (ResourceReference, ReferenceType(Any)),
)


def expressed(value: Any, path: str = "") -> Any:
    """The JSON of a value; `MISSING` if it is left out. Fails with the place in the value if it cannot be declared."""
    if value is None:
        return MISSING
    if isinstance(value, Expression):
        return value._expressed(path)
    if isinstance(value, Enum):
        return value.value
    for cls, kind in _TYPES:
        if isinstance(value, cls):
            return kind.encode(value, path)
    if isinstance(value, Object):
        return model_of(type(value)).encode(value, path)
    if isinstance(value, Mapping):
        return _members(value, path)
    if isinstance(value, list | tuple):
        return [or_null(expressed(item, _path.item(path, index))) for index, item in enumerate(value)]
    raise InvalidError(
        path,
        f"`{type(value).__name__}` is not a type of a property: give an input, an output, a child, a text, a number, a boolean, a "
        "list, a dict with texts as keys, or an instance of a class that derives from Object",
    )


def properties(values: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON of properties by name, without the properties that are left out."""
    if not isinstance(values, Mapping):
        raise ProviderError(f"the properties are `{type(values).__name__}`: give a dict of them")
    return _members(values, "")


def _members(values: Mapping[Any, Any], path: str) -> dict[str, Any]:
    members = {}
    for key, value in values.items():
        if not isinstance(key, str):
            raise InvalidError(path, f"the key {key!r} is not a text")
        told = expressed(value, _path.key(path, key))
        if told is not MISSING:
            members[key] = told
    return members


def or_null(value: Any) -> Any:
    """The value, or null if it is left out."""
    return None if value is MISSING else value
