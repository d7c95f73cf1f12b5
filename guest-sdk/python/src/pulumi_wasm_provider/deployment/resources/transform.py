"""Transforms: functions that change the inputs and options of children."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..._interface import wire as _wire
from ..._model import path as _path
from ...fields import MISSING
from ..outputs.declared import Expression, expressed
from ..outputs.output import Output
from ..outputs.reading import Reading
from ..session import session
from ..session.origin import about, called, place
from . import options as _options
from .options import CustomTimeouts

#: The options that a transform can change.
_CHANGEABLE = _options.OF_CHILDREN - {"name", "parent", "transforms", "hooks"}
_NAMES = {_path.camel(name): name for name in _CHANGEABLE}
_TIMEOUTS = frozenset(CustomTimeouts.__annotations__)


class ChildRegistration:
    """A child before the engine creates it. A transform can change `inputs` and `options`. A plain input is the value
    itself. An input that is secret, unknown or from another resource is an `Output`, which can be moved, but not read.
    """

    def __init__(self, told: Mapping[str, Any]) -> None:
        self.token: str = told["type"]
        """The type token."""
        self.name: str = told["name"]
        """The name in full."""
        self.is_custom: bool = told["custom"]
        """Whether a provider creates it; otherwise it is a group or a component."""
        self.parent: str = told["parent"]
        """The URN of the parent."""
        self.inputs: dict[str, Any] = _read(told["properties"])
        """The inputs, by the names that their package has for them. A None is a null."""
        self.options: dict[str, Any] = {_NAMES.get(name, name): _option(name, value) for name, value in told["options"].items()}
        """The options that are set, by the names that options of children have. Resources in them are outputs."""
        self._told = frozenset(self.options)


Transform = Callable[[ChildRegistration], object]
"""A function that changes a child. The result is ignored."""


def kept(function: Transform) -> int:
    """Stores a function, and returns its number for the host."""
    at = f"the transform at {place()}"

    def callback(argument: str) -> str:
        registration = ChildRegistration(_wire.parse(argument))
        called(function, registration, at, "a function that changes the child itself")
        with about(f"the result of {at}"):
            # The host accepts all options that it sent, also options of later engines.
            known = _CHANGEABLE.union(registration._told)
            options = _wire.parse(_options.written(registration.options, known, None, came=True))
            return _wire.text({"properties": _written(registration.inputs, ""), "options": options})

    return session.running().keep(callback)


def _read(value: Any) -> Any:
    if _wire.node_of(value) is not None:
        return Output(value, session.number(), Reading())
    if isinstance(value, dict):
        return {name: _read(member) for name, member in value.items()}
    if isinstance(value, list):
        return [_read(item) for item in value]
    return value


def _option(name: str, value: Any) -> Any:
    if name == "customTimeouts" and value.keys() <= _TIMEOUTS:
        return CustomTimeouts(**value)
    return _read(value)


def _written(value: Any, path: str) -> Any:
    """Like `expressed`, but None means null, because parts that a transform does not touch must stay."""
    if isinstance(value, Mapping) and not isinstance(value, Expression):
        return {name: _written(member, _path.key(path, str(name))) for name, member in value.items()}
    if isinstance(value, list | tuple):
        return [_written(item, _path.item(path, index)) for index, item in enumerate(value)]
    told = expressed(value, path)
    return None if told is MISSING else told
