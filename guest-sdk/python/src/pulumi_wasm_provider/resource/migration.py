"""State that older versions of a provider recorded."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, TypeVar

from .._interface import wire as _wire
from .._model.classes import model_of
from .._model.properties import Properties

Old = TypeVar("Old", bound=Properties)
New = TypeVar("New", bound=Properties)


class OldState:
    """Recorded inputs and outputs during a migration to the next version.

    If a call knows only one of the two, the helpers change only that one. Missing properties are not a mistake.
    A secret stays a secret. Properties have their names in Pulumi: `zoneId`.
    """

    def __init__(self, inputs: dict[str, Any] | None, outputs: dict[str, Any] | None) -> None:
        self.inputs = inputs
        """The inputs as JSON, if the call knows them. They may be changed in place."""
        self.outputs = outputs
        """The outputs as JSON, if the call knows them."""

    def _maps(self) -> list[dict[str, Any]]:
        return [known for known in (self.inputs, self.outputs) if known is not None]

    def rename(self, old: str, new: str) -> None:
        """Renames a property, in inputs and outputs."""
        for known in self._maps():
            if old in known:
                known[new] = known.pop(old)

    def remove(self, name: str) -> None:
        """Removes a property from inputs and outputs."""
        for known in self._maps():
            known.pop(name, None)

    def set_default(self, name: str, value: Any) -> None:
        """Sets a property that has no value, in inputs and outputs."""
        for known in self._maps():
            if _wire.is_null(known.get(name)):
                known[name] = copy.deepcopy(value)

    def map(self, name: str, change: Callable[[Any], Any]) -> None:
        """Changes a property's value, in inputs and outputs. `change` sees the value inside a secret."""
        for known in self._maps():
            if name not in known or _wire.is_unknown(known[name]):
                continue
            old = known[name]
            new = change(_wire.reveal_deep(old))
            known[name] = _wire.secret(new) if _wire.contains_secret(old) else new

    def convert_inputs(self, old: type[Old], change: Callable[[Old], New]) -> None:
        """Converts the old inputs to new inputs, if the call knows them. `old` derives from `OldProperties`; the result of `change` may
        be any class with properties. It replaces the properties of `old`, and all others stay unchanged."""
        self.inputs = _converted(self.inputs, old, change)

    def convert_outputs(self, old: type[Old], change: Callable[[Old], New]) -> None:
        """Converts the old outputs to new outputs, if the call knows them, like `convert_inputs`."""
        self.outputs = _converted(self.outputs, old, change)


def _converted(known: dict[str, Any] | None, old: type[Old], change: Callable[[Old], New]) -> dict[str, Any] | None:
    if known is None:
        return None
    made = change(model_of(old).decode(known, ""))
    new = model_of(type(made)).encode(made, "")
    names = {property.wire_name for property in model_of(old).attributes.values()}
    before = {name: value for name, value in known.items() if name in names}
    rest = {name: value for name, value in known.items() if name not in names}
    return {**rest, **_keep_secrets(before, new)}


def _keep_secrets(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """A plain attribute does not know whether it was a secret. So a property that was a secret stays a secret. If the
    name of a secret is gone, any new property may hold its value, so each new name becomes a secret."""
    one_is_gone = any(_wire.contains_secret(value) and name not in new for name, value in old.items())
    return {
        name: _wire.restore(value, old[name]) if name in old else _wire.secret(value) if one_is_gone else value
        for name, value in new.items()
    }


Migration = Callable[[OldState], None]
"""A step from the version before to the next one. Pure: it runs at every call until the resource is next changed."""
