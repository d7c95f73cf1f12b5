"""Methods as the schema has them, and how they are called."""

from __future__ import annotations

import inspect
import typing
from typing import Any, NoReturn

from ..._interface import wire as _wire
from ..._manifest.schema import SchemaBuilder, describe, rules_of
from ..._model.classes import model_of
from ..._model.path import camel
from ..._model.problems import Problems
from ..._model.properties import STATE, Arguments, CameFrom, Properties, Property
from ..._model.resolve import Resolved, Unsupported, resolve, single
from ...errors import ProviderError
from ...fields import MISSING
from ..outputs.declared import expressed
from ..outputs.output import Output, output_of_node
from ..outputs.reading import Reading
from ..resources import method as _method
from ..resources.component import Component
from ..resources.cx import ComponentContext
from ..resources.finding import find
from ..session.session import running
from . import values

#: The name of a result that is one value.
RESULT = "result"
#: The argument that names the resource of a method.
SELF = "__self__"


class MethodModel:
    """One method of a component."""

    def __init__(self, cls: type[Component], function: Any, problems: Problems) -> None:
        self._cls = cls
        self._function = function
        self._options: _method.MethodOptions = getattr(function, _method.OPTIONS)
        self.name = self._options.name or camel(function.__name__)
        self.arguments: type[Properties] = Arguments
        self._context: str | None = None
        #: The class of the results if they have names. A bare result has only a type, and a function without a result has neither.
        self._results: type[Properties] | None = None
        self._result: Resolved | None = None
        try:
            hints = typing.get_type_hints(function, include_extras=True)
        except NameError as error:
            problems.add(function, f"an annotation names `{error.name}`, which is not defined")
            return
        if inspect.iscoroutinefunction(function):
            problems.add(function, "has to be written without `async`: an output stands for a value that is known later")
        self._read_parameters(hints, problems)
        self._read_result(hints, problems)

    def _read_parameters(self, hints: dict[str, Any], problems: Problems) -> None:
        annotations: dict[str, Any] = {}
        namespace: dict[str, Any] = {}
        for name, parameter in list(inspect.signature(self._function).parameters.items())[1:]:
            hint = hints.get(name)
            if hint is None:
                problems.add(self._function, f"the parameter `{name}` needs an annotation: `{name}: Input[str]`")
            elif hint is ComponentContext:
                self._context = name
            elif parameter.kind not in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY):
                problems.add(self._function, f"the parameter `{name}` must accept a keyword argument")
            else:
                annotations[name] = hint
                if parameter.default is not parameter.empty:
                    namespace[name] = parameter.default
        namespace |= {
            "__annotations__": annotations,
            "__module__": self._function.__module__,
            "__qualname__": self._function.__qualname__,
        }
        self.arguments = type(self._function.__name__, (Arguments,), namespace)
        for property in model_of(self.arguments, problems).attributes.values():
            if property.options.get("output"):
                problems.add(self._function, f"the parameter `{property.name}` is an `Output`: programs give an `Input[T]`")

    def _read_result(self, hints: dict[str, Any], problems: Problems) -> None:
        form = "gives `Output[T]`, a class of Results, or None"
        returned = hints.get("return", MISSING)
        if returned is None or returned is type(None):
            return
        if isinstance(returned, type) and issubclass(returned, Properties):
            self._results = returned
            return
        if typing.get_origin(returned) is not Output:
            problems.add(self._function, f"has no result that a method can have: it {form}")
            return
        try:
            self._result = resolve(returned, f"{self._function.__name__.title().replace('_', '')}Result", models=model_of)
            self._result.type = single(self._result)
        except Unsupported as problem:
            problems.add(self._function, f"its result: {problem}")

    def schema(self, owner: dict[str, Any], builder: SchemaBuilder) -> dict[str, Any]:
        """The method's part of the schema; `owner` is the reference to its resource."""
        options = self._options
        schema: dict[str, Any] = {}
        describe(schema, options.description or inspect.cleandoc(self._function.__doc__ or ""), options.deprecated, options.language)
        inputs: dict[str, Any] = {**builder.properties(self.arguments, "object"), "type": "object"}
        for property in model_of(self.arguments).attributes.values():
            if not values.is_handle(property):
                inputs["properties"][property.wire_name]["plain"] = True
        inputs["properties"][SELF] = owner
        inputs["required"] = [*inputs.get("required", []), SELF]
        schema["inputs"] = inputs
        if self._results is not None:
            schema["outputs"] = {**builder.properties(self._results, "object"), "type": "object"}
        elif self._result is not None:
            outputs: dict[str, Any] = {"type": "object", "properties": {RESULT: self._result.type.schema(builder)}}
            if not self._result.optional:
                outputs["required"] = [RESULT]
            schema["outputs"] = outputs
        return schema

    def beside(self, problems: Problems) -> dict[str, Any]:
        """The manifest's entry for it beside the schema."""
        return rules_of(self.arguments, problems)

    def call(self, receiver: str, arguments: str, cx: ComponentContext) -> dict[str, Any]:
        """Calls the method, and returns its results."""
        given = values.read(self.arguments, list(model_of(self.arguments).attributes.values()), _wire.parse(arguments))
        named = {name: given.__dict__[name] for name in model_of(self.arguments).attributes}
        if self._context is not None:
            named[self._context] = cx
        found = self._function(self._receiver(receiver), **named)
        what = f"`{self._cls.__name__}.{self._function.__name__}`"
        if self._results is not None:
            if not isinstance(found, self._results):
                raise ProviderError(f"{what} gave {type(found).__name__}, not {self._results.__name__}")
            return values.write(found, list(model_of(self._results).attributes.values()), what)
        if self._result is None:
            return {}
        told = expressed(found, RESULT)
        return values.unless_missing(RESULT, told, self._result.optional, what)

    def _receiver(self, receiver: str) -> Component:
        """The resource, with its outputs."""
        session = running()
        node = find(session, "reference", "", "", {"resource": _given(receiver, session.number)}, {}, None, "the resource of the method")
        instance = self._cls.__new__(self._cls)
        instance.__dict__[STATE] = CameFrom({}, False, _refuse)
        for property in model_of(self._cls).of("output"):
            instance.__dict__[property.name] = output_of_node(node, property.wire_name, Reading(property.type))
        return instance


def _given(receiver: str, session: int) -> Output[Any]:
    return Output(_wire.parse_value(receiver), session, Reading())


def _refuse(instance: Properties, property: Property) -> NoReturn:
    name = f"{type(instance).__name__}.{property.name}"
    raise ProviderError(f"`{name}` is an input, which a method does not see: give the resource an output of it")


def methods_of(cls: type[Component], problems: Problems) -> list[MethodModel]:
    """The methods that a component has, by their functions."""
    found: dict[str, MethodModel] = {}
    for base in reversed(cls.__mro__):
        for member in vars(base).values():
            if hasattr(member, _method.OPTIONS):
                model = MethodModel(cls, member, problems)
                if model.name == "construct" or member.__name__ == "construct":
                    problems.add(member, "is `construct`, which is not a method: remove `@method`")
                found[model.name] = model
    return list(found.values())
