"""A component's inputs and outputs, read and written."""

from __future__ import annotations

import inspect
from typing import Any

from ..._manifest.hooks import judge_call
from ..._model.classes import model_of
from ..._model.members import judge_methods
from ..._model.problems import Problems
from ..._model.synonyms import HOOKS
from ..resources import method
from ..resources.component import Component
from . import values
from .method import methods_of

_FORM = "`construct` has to be written as `def construct(self, cx: ComponentContext) -> None`"
_OWN = "write `@method` above it, call it {name}, or move it out of the class"
_NO_RESOURCE = "this option belongs to a resource that a provider manages, and a component only declares children: set it on a child"
#: Options that properties of a component cannot have, with the reasons.
_REFUSED = {
    "write_only": _NO_RESOURCE,
    "replace": _NO_RESOURCE,
    "will_replace": _NO_RESOURCE,
    "stable": _NO_RESOURCE,
    "state_input": _NO_RESOURCE,
    "server_default": _NO_RESOURCE,
    "depends_on": "an output depends on the values that it is made of: the host finds them",
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
        #: By their names.
        self.methods = {one.name: one for one in methods_of(cls, problems)}
        if inspect.getattr_static(cls, "construct") is inspect.getattr_static(Component, "construct"):
            problems.add(cls, "has no `construct`: write `def construct(self, cx: ComponentContext) -> None`, which declares its children")
        else:
            judge_call(cls, cls.construct, 2, _FORM, problems, "construct")
        fault = "is neither `construct` nor a method that programs can call"
        judge_methods(cls, {"construct"}, HOOKS["component"], fault, _OWN, problems, lambda member: hasattr(member, method.OPTIONS))

    def read(self, inputs: dict[str, Any]) -> Component:
        """An instance with its inputs."""
        return values.read(self.cls, self.inputs, inputs)

    def write(self, instance: Component) -> dict[str, Any]:
        """The outputs that `construct` has set."""
        return values.write(instance, self.outputs, "`construct`")
