"""Functions as the schema has them: their parameters as a class, and their results."""

from __future__ import annotations

import inspect
import typing
from typing import Any

from .._interpreter.failures import recordable
from .._model.classes import model_of
from .._model.path import camel
from .._model.problems import Problems
from .._model.properties import Arguments, Properties
from .._model.resolve import Unsupported, resolve, single
from .._model.types import Type
from ..contexts.context import Context
from ..function import Function
from .schema import SchemaBuilder, describe, rules_of

#: The name of the one result of a function that returns no object. SDKs never show it.
RESULT = "result"


class FunctionModel:
    """One function: its arguments, its result, and how it is called."""

    def __init__(self, function: Function[..., Any], problems: Problems) -> None:
        self.function = function
        self.arguments: type[Properties] = Arguments
        #: The parameter that has all arguments; None if each is a separate parameter.
        self.whole: str | None = None
        self.context: str | None = None
        self.positional: list[str] = []
        #: The class of the results if they have names. A bare result has only a type, and a function without a result has neither.
        self.results: type[Properties] | None = None
        self.result: Type | None = None
        try:
            hints = typing.get_type_hints(function.call, include_extras=True)
        except NameError as error:
            problems.add(function, f"an annotation names `{error.name}`, which is not defined")
            return
        if inspect.iscoroutinefunction(function.call):
            problems.add(function, "has to be written without `async`: the host makes one call at a time")
        self._read_parameters(hints, problems)
        self._read_result(hints, problems)

    def _read_parameters(self, hints: dict[str, Any], problems: Problems) -> None:
        annotations: dict[str, Any] = {}
        namespace: dict[str, Any] = {}
        for name, parameter in inspect.signature(self.function.call).parameters.items():
            hint = hints.get(name)
            if hint is None:
                problems.add(self.function, f"the parameter `{name}` needs an annotation: `{name}: str`")
            elif isinstance(hint, type) and issubclass(hint, Context):
                self.context = name
            elif parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD, parameter.POSITIONAL_ONLY):
                problems.add(self.function, f"the parameter `{name}` must accept a keyword argument")
            elif isinstance(hint, type) and issubclass(hint, Arguments):
                self.whole, self.arguments = name, hint
            else:
                annotations[name] = hint
                if parameter.default is not parameter.empty:
                    namespace[name] = parameter.default
        if self.whole is not None:
            if annotations:
                problems.add(self.function, f"has `{self.whole}`, which holds all arguments: put the others into its class")
            return
        namespace |= {
            "__annotations__": annotations,
            "__module__": self.function.__module__,
            "__qualname__": self.function.__qualname__,
        }
        self.arguments = type(self.function.__name__, (Arguments,), namespace)
        if self.function.options.positional:
            self.positional = [one.wire_name for one in model_of(self.arguments, problems).attributes.values()]

    def _read_result(self, hints: dict[str, Any], problems: Problems) -> None:
        if "return" not in hints:
            problems.add(self.function, "needs an annotation for its result: `-> str`, `-> None`")
            return
        returned = hints["return"]
        if returned is None or returned is type(None):
            return
        if isinstance(returned, type) and issubclass(returned, Arguments):
            problems.add(self.function, f"returns `{returned.__name__}`, a class of Arguments: derive a class of results from Results")
            return
        if isinstance(returned, type) and issubclass(returned, Properties):
            self.results = returned
            return
        try:
            resolved = resolve(returned, f"{self.function.__name__.title().replace('_', '')}Result", models=model_of)
            self.result = single(resolved)
        except Unsupported as problem:
            problems.add(self.function, f"its result: {problem}")
            return
        if resolved.optional:
            problems.add(self.function, "may return None: return a class with a property that may be None")

    def token(self, builder: SchemaBuilder) -> str:
        """The function's token."""
        options = self.function.options
        return builder.token({"token": options.token, "module": options.module}, options.name or camel(self.function.__name__))

    def schema(self, builder: SchemaBuilder) -> dict[str, Any]:
        """The function's part of the schema."""
        options = self.function.options
        schema: dict[str, Any] = {}
        doc = options.description or inspect.cleandoc(self.function.__doc__ or "")
        describe(schema, doc, options.deprecated, options.language)
        schema["inputs"] = {**builder.properties(self.arguments, "object"), "type": "object"}
        if self.positional:
            schema["multiArgumentInputs"] = self.positional
        if self.results is not None:
            schema["outputs"] = {**builder.properties(self.results, "object"), "type": "object"}
        elif self.result is not None:
            schema["outputs"] = self.result.schema(builder)
        else:
            schema["outputs"] = {"type": "object", "properties": {}}
        return schema

    def beside(self, problems: Problems) -> dict[str, Any]:
        """The manifest's entry for it beside the schema."""
        return {"pure": self.function.options.pure, **rules_of(self.arguments, problems)}

    def invoke(self, arguments: dict[str, Any], context: Context) -> dict[str, Any]:
        """Calls the function, and gives its results."""
        model = model_of(self.arguments)
        decoded = model.decode(arguments, "")
        given: dict[str, Any] = {}
        if self.whole is not None:
            given[self.whole] = decoded
        else:
            given = {name: decoded.__dict__[name] for name in model.attributes}
        if self.context is not None:
            given[self.context] = context
        found = self.function.call(**given)
        with recordable():
            if self.results is not None:
                return model_of(self.results).encode(found, "")
            return {} if self.result is None else {RESULT: self.result.encode(found, "")}


