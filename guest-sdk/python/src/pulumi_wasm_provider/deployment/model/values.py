"""Reads properties from requests, and writes them into answers. Some may be unknown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from ..._interface import wire as _wire
from ..._model import path as _path
from ..._model.properties import STATE, CameFrom, Properties, Property
from ...errors import InvalidError, ProviderError
from ...fields import MISSING
from ..outputs.declared import expressed
from ..outputs.output import Input
from ..outputs.reading import Reading
from ..session import session

P = TypeVar("P", bound=Properties)


def is_handle(property: Property) -> bool:
    """Whether an input need not be known when the component is constructed."""
    return bool(property.options.get("handle"))


def read(cls: type[P], of: Sequence[Property], inputs: dict[str, Any]) -> P:
    """An instance with its inputs."""
    instance = cls.__new__(cls)
    instance.__dict__[STATE] = CameFrom(inputs, False)
    for property in of:
        one = _handle if is_handle(property) else _plain
        instance.__dict__[property.name] = one(property, inputs.get(property.wire_name))
    return instance


def write(instance: Properties, of: Sequence[Property], what: str) -> dict[str, Any]:
    """The outputs that were set. `what` names the code that sets them, for messages."""
    written: dict[str, Any] = {}
    for property in of:
        name = f"`{type(instance).__name__}.{property.name}`"
        value = instance.__dict__.get(property.name, MISSING)
        if value is MISSING and not property.optional:
            raise ProviderError(f"{name} has no value: {what} has to set it")
        if value is MISSING:
            continue
        try:
            told = expressed(value, property.wire_name)
        except InvalidError as error:
            raise ProviderError(f"{name} cannot be used: {error.message}") from None
        written |= unless_missing(property.wire_name, told, property.optional, name)
    return written


def unless_missing(name: str, told: Any, optional: bool, what: str) -> dict[str, Any]:
    """A property with its value, or nothing for None."""
    if told is not MISSING:
        return {name: told}
    if not optional:
        raise ProviderError(f"{what} is None: give it a value, or the type `Output[T | None]`")
    return {}


def _handle(property: Property, value: Any) -> Any:
    reading = Reading(property.type)
    if value is None or _wire.is_null(value):
        if property.has_default or property.constant is not None:
            default = property.default if property.has_default else property.constant
            return Input(property.type.encode(default, property.wire_name), None, reading)
        if not property.optional:
            raise InvalidError(property.wire_name, "is required")
        return Input(MISSING, None, reading)
    has_node = _wire.contains_node(value)
    if not has_node:
        # A value without outputs can be judged.
        property.type.decode(value, _path.key("", property.wire_name))
    return Input(value, session.number() if has_node else None, reading)


def _plain(property: Property, value: Any) -> Any:
    if value is not None and not _wire.is_null(value):
        return property.type.decode(value, _path.key("", property.wire_name))
    if property.has_default:
        return property.default
    if property.constant is not None and not property.optional:
        return property.constant
    if not property.optional:
        raise InvalidError(property.wire_name, "is required")
    return None
