"""A component's inputs and outputs, read and written."""

from __future__ import annotations

import inspect
from typing import Any

from .. import _path, _wire
from .._hooks import closest_option, judge_call
from .._model import model_of
from .._problems import Problems
from .._properties import STATE, CameFrom, Property
from ..errors import InvalidError, ProviderError
from ..fields import MISSING
from . import session
from .component import Component
from .declared import expressed
from .output import Input
from .reading import Reading

#: The class options of components, as `Component` lists them.
OPTIONS = frozenset({"token", "module", "description", "deprecated", "language", "aliases"})

_FORM = "`construct` has to be written as `def construct(self, cx: Deployment) -> None`"
_NO_THING = "a component has no thing of its own that this could be about: say it at a child"
#: Options of properties that a component's do not have, with the reasons.
_REFUSED = {
    "write_only": _NO_THING,
    "replace": _NO_THING,
    "will_replace": _NO_THING,
    "stable": _NO_THING,
    "lookup": _NO_THING,
    "computed": _NO_THING,
    "depends_on": "an output depends on what it is made of: the host finds that out",
    "credential": "only an attribute of a configuration can be a credential that the host sends",
    "env": "a component reads no environment: its program gives the value",
}


class BuiltComponent:
    """One component type."""

    def __init__(self, cls: type[Component], token: str, problems: Problems) -> None:
        self.cls = cls
        self.token = token
        self.model = model_of(cls, problems)
        self.inputs = self.model.of("input")
        self.outputs = self.model.of("output")
        for property in self.model.attributes.values():
            for option, reason in _REFUSED.items():
                if property.options.get(option):
                    problems.add(property.owner, f"has the option `{option}`: {reason}", property.name)
            if property.options.get("output") and "handle" not in property.options:
                problems.add(property.owner, "is marked as an output: write `Output[T]`", property.name)
        for option in cls.__options__:
            if option not in OPTIONS:
                problems.add(cls, f"`{option}` is not an option of a component class: {closest_option(option, OPTIONS)}")
        if inspect.getattr_static(cls, "construct") is inspect.getattr_static(Component, "construct"):
            problems.add(cls, "has no `construct`: write `def construct(self, cx: Deployment) -> None`, which declares its children")
        else:
            judge_call(cls, cls.construct, 2, _FORM, problems, "construct")

    def read(self, inputs: dict[str, Any]) -> Component:
        """An instance with its inputs."""
        instance = self.cls.__new__(self.cls)
        instance.__dict__[STATE] = CameFrom(inputs, False)
        for property in self.inputs:
            read = _handle if is_handle(property) else _plain
            instance.__dict__[property.name] = read(property, inputs.get(property.wire_name))
        return instance

    def write(self, instance: Component) -> dict[str, Any]:
        """The outputs that `construct` has set."""
        written = {}
        for property in self.outputs:
            name = f"`{self.cls.__name__}.{property.name}`"
            value = instance.__dict__.get(property.name, MISSING)
            if value is MISSING and not property.optional:
                raise ProviderError(f"{name} has no value: `construct` has to set it")
            if value is MISSING:
                continue
            try:
                told = expressed(value, property.wire_name)
            except InvalidError as error:
                raise ProviderError(f"{name} cannot be used: {error.message}") from None
            if told is not MISSING:
                written[property.wire_name] = told
            elif not property.optional:
                raise ProviderError(f"{name} is None: `construct` has to set it, or its type has to be `Output[T | None]`")
        return written


def is_handle(property: Property) -> bool:
    """Whether an input need not be known when the component is constructed."""
    return bool(property.options.get("handle"))


def _handle(property: Property, value: Any) -> Any:
    reading = Reading(property.type)
    if value is None or _wire.is_null(value):
        if property.has_default or property.const is not None:
            default = property.default if property.has_default else property.const
            return Input(property.type.encode(default, property.wire_name), None, reading)
        if not property.optional:
            raise InvalidError(property.wire_name, "is required")
        return Input(MISSING, None, reading)
    has_node = _wire.contains_node(value)
    if not has_node:
        # What is there can be judged.
        property.type.decode(value, _path.key("", property.wire_name))
    return Input(value, session.number() if has_node else None, reading)


def _plain(property: Property, value: Any) -> Any:
    if value is not None and not _wire.is_null(value):
        return property.type.decode(value, _path.key("", property.wire_name))
    if property.has_default:
        return property.default
    if property.const is not None and not property.optional:
        return property.const
    if not property.optional:
        raise InvalidError(property.wire_name, "is required")
    return None
