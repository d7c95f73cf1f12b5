"""Reads a value once it is known, by the type of its property or by the code that made it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

from ..._interface import wire as _wire
from ..._model import path as _path
from ..._model.classes import model_of
from ..._model.named import EnumType, ObjectType
from ..._model.properties import Object
from ..._model.types import NumberType, Type
from ...values.asset import ArchiveType, AssetType
from ...values.reference import ReferenceType


class Reading:
    """Reads a value of a type; without one, as JSON has it."""

    def __init__(self, type: Type | None = None) -> None:
        self.type = type

    def read(self, value: Any, path: str = "") -> Any:
        """Reads a known value. Null is None, whatever the type."""
        if value is None or _wire.is_null(value):
            return None
        return _plainly(value, path) if self.type is None else self.type.decode(value, path)


class Later(Reading):
    """Reads the result of a function, whose type is known only after the call."""

    def __init__(self) -> None:
        super().__init__()
        self.found = Reading()

    def read(self, value: Any, path: str = "") -> Any:
        return self.found.read(value, path)


class Items(Reading):
    """Reads a list or a tuple whose elements are each read in their own way."""

    def __init__(self, items: list[Reading], kind: type[list[Any]] | type[tuple[Any, ...]] = list) -> None:
        super().__init__()
        self.items = items
        self._kind = kind

    def read(self, value: Any, path: str = "") -> Any:
        if not isinstance(value, list) or len(value) != len(self.items):
            return super().read(value, path)
        read = (one.read(item, _path.item(path, index)) for index, (one, item) in enumerate(zip(self.items, value)))
        return self._kind(read)


class Members(Reading):
    """Reads an object whose members are each read in their own way."""

    def __init__(self, members: Mapping[str, Reading]) -> None:
        super().__init__()
        self._members = members

    def read(self, value: Any, path: str = "") -> Any:
        if not isinstance(value, dict) or _wire.special(value) is not None:
            return super().read(value, path)
        plain = Reading()
        return {key: self._members.get(key, plain).read(member, _path.key(path, key)) for key, member in value.items()}


def reading_of(value: object) -> Reading:
    """How this very value is read when it comes back."""
    found = getattr(value, "_reading", None)
    if isinstance(found, Reading):
        return found
    match value:
        case Enum():
            return Reading(EnumType(type(value)))
        case Object():
            return Reading(ObjectType(type(value), model_of))
        case float():
            return Reading(NumberType())
        case list() | tuple():
            return Items([reading_of(item) for item in value], tuple if isinstance(value, tuple) else list)
        case dict():
            return Members({key: reading_of(member) for key, member in value.items() if isinstance(key, str)})
        case _:
            return Reading()


def _plainly(value: Any, path: str) -> Any:
    match _wire.special(value):
        case "asset":
            return AssetType().decode(value, path)
        case "archive":
            return ArchiveType().decode(value, path)
        case "resource":
            return ReferenceType(Any).decode(value, path)
    if isinstance(value, list):
        return [_plainly(item, _path.item(path, index)) for index, item in enumerate(value)]
    if isinstance(value, dict):
        revealed = _wire.reveal(value)
        if revealed is not value:
            return _plainly(revealed, path)
        return {key: _plainly(member, _path.key(path, key)) for key, member in value.items()}
    return value
