"""The parts of a provider: its resource types, its functions and its configuration, as their classes define them."""

from __future__ import annotations

import inspect
import typing
from typing import Any

from .._model.classes import Model, model_of
from .._model.listed import listed
from .._model.problems import Problems
from .._model.properties import Arguments
from ..deployment.model.component import BuiltComponent
from ..deployment.resources.component import Component
from ..errors import UnsupportedError
from ..function import Function
from ..provider import Provider
from ..resource.listing import ListRequest
from ..resource.resource import Resource
from .functions import FunctionModel
from .hooks import config_hooks_of, hooks_of
from .schema import SchemaBuilder


class BuiltResource:
    """One resource type."""

    def __init__(self, cls: type[Resource], token: str, problems: Problems) -> None:
        self.cls = cls
        self.token = token
        self.model: Model = model_of(cls, problems)
        self.hooks = hooks_of(cls, problems)
        _refuse_component_inputs(self.model, "write `InputOnly[T]` for an input that is not recorded, and `T` for an input that is", problems)
        self.query = _query(cls, problems) if "list" in self.hooks else None


class Parts:
    """The parts of a provider. The constructor reads all annotations, so that calls need not, and collects their mistakes."""

    def __init__(self, provider: Provider, project: dict[str, Any] | None, problems: Problems) -> None:
        self.provider = provider
        self.project = project or {}
        name = provider.name or self.project.get("name")
        if not isinstance(name, str):
            problems.add(provider.__class__.__name__, "has no name: write it into `[project]` of pyproject.toml")
            problems.raise_all()
        self.name = str(name)
        self.builder = SchemaBuilder(self.name, problems)
        self.resources: dict[str, BuiltResource] = {}
        for cls in listed(provider.resources):
            if isinstance(cls, type) and issubclass(cls, Component):
                problems.add(cls, "is a component: put it into `components`")
                continue
            if not (isinstance(cls, type) and issubclass(cls, Resource)):
                problems.add(cls, "is in `resources` but does not derive from Resource")
                continue
            token = self.builder.token(cls.__options__, cls.__name__)
            if token in self.resources:
                problems.add(cls, f"`{token}` occurs twice: give one of them another token")
                continue
            self.resources[token] = BuiltResource(cls, token, problems)
        self.components: dict[str, BuiltComponent] = {}
        for component in listed(provider.components):
            if not (isinstance(component, type) and issubclass(component, Component)):
                problems.add(component, "is in `components` but does not derive from Component")
                continue
            token = self.builder.token(component.__options__, component.__name__)
            if token in self.resources or token in self.components:
                problems.add(component, f"`{token}` occurs twice: give one of them another token")
                continue
            self.components[token] = BuiltComponent(component, token, problems)
        if provider.packages and not provider.components:
            problems.add("Provider", "has `packages`, and no `components` that could declare their resources")
        self.functions: dict[str, FunctionModel] = {}
        for function in listed(provider.functions):
            if not isinstance(function, Function):
                if isinstance(function, type):
                    problems.add(function, "is in `functions` but is a class: a function is a `def` with `@function` above it")
                else:
                    problems.add(function, "is in `functions` but has no `@function` above it")
                continue
            model = FunctionModel(function, problems)
            token = model.token(self.builder)
            if token in self.functions:
                problems.add(function, f"`{token}` occurs twice: give one of them another token")
                continue
            self.functions[token] = model
            _refuse_component_inputs(model_of(model.arguments, problems), "write `T`, because the host calls a function with known values", problems)
        self.config_hooks = config_hooks_of(provider.config, problems) if provider.config is not None else []

        if provider.config is not None:
            _refuse_component_inputs(model_of(provider.config, problems), "write `T`", problems)

    def resource(self, token: str) -> BuiltResource:
        """The resource of a token."""
        found = self.resources.get(token)
        if found is None:
            raise UnsupportedError(f"`{token}` is not in this component")
        return found

    def function(self, token: str) -> FunctionModel:
        """The function of a token."""
        found = self.functions.get(token)
        if found is None:
            raise UnsupportedError(f"`{token}` is not in this component")
        return found


def _refuse_component_inputs(model: Model, instead: str, problems: Problems) -> None:
    """Reports the properties with `Input[T]`, which would take the form that only components read."""
    for property in model.attributes.values():
        if "handle" in property.options and not property.options.get("output"):
            problems.add(property.owner, f"`Input[T]` is for components: {instead}", property.name)


def _query(cls: type[Resource], problems: Problems) -> Any:
    written = inspect.getattr_static(cls, "list_")
    if not isinstance(written, classmethod):
        # The check of hooks has already reported it.
        return None
    call = written.__func__
    name = list(inspect.signature(call).parameters)[1:2]
    try:
        request = typing.get_type_hints(call).get(name[0]) if name else None
    except NameError as error:
        problems.add(cls, f"an annotation names `{error.name}`, which is not defined", "list_")
        return None
    arguments = typing.get_args(request) if typing.get_origin(request) is ListRequest else ()
    if arguments and isinstance(arguments[0], type) and issubclass(arguments[0], Arguments):
        return arguments[0]
    problems.add(cls, "its request needs the query in its annotation, a class that derives from Arguments: `request: ListRequest[Query]`", "list_")
    return None
