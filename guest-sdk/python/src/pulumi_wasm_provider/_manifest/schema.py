"""The package's schema: properties, and the types that have a name."""

from __future__ import annotations

import enum
import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from .._model import source as _source
from .._model.classes import model_of
from .._model.named import EnumType, LiteralType, token_of
from .._model.problems import Problems
from .._model.properties import Properties, Property
from .._model.rules import narrowed
from .._model.types import ExactIntegerType
from ..fields import Constraint

Kind = Literal["input", "output", "object"]


@dataclass(frozen=True)
class EnumOptions:
    """The options of a class of `enum.Enum` beside its members: `__pulumi__ = EnumOptions(…)`."""

    token: str | None = None
    module: str | None = None
    language: Mapping[str, Any] | None = None
    deprecated: Mapping[str, str] | None = None
    """The replacement of each deprecated member, by its name."""


def description_of(cls: type) -> str:
    """The class's own docstring."""
    text = cls.__dict__.get("__doc__")
    return inspect.cleandoc(text) if isinstance(text, str) else ""


class SchemaBuilder:
    """The named types that a schema has so far."""

    def __init__(self, package: str, problems: Problems) -> None:
        self.package = package
        self.problems = problems
        self.types: dict[str, dict[str, Any]] = {}
        #: Rules of object types, by token.
        self.rules: dict[str, dict[str, Any]] = {}
        self._made_from: dict[str, Any] = {}

    def token(self, options: Mapping[str, Any], name: str) -> str:
        """The given token, or the one that follows from the package and the name."""
        return token_of(self.package, options, name)

    def object(self, cls: type[Properties]) -> dict[str, Any]:
        """A reference to an object type, which is added if it is new."""
        token = self.token(cls.__options__, cls.__name__)
        if self._is_new(token, cls, cls):
            # First the name, so that a type that contains itself finds it.
            self.types[token] = {}
            schema = self.properties(cls, "object")
            schema["type"] = "object"
            _describe(schema, description_of(cls), None, cls.__options__.get("language"))
            self.types[token] = schema
            if rules := rules_of(cls, self.problems):
                self.rules[token] = rules
        return _reference("types", token)

    def enumeration(self, cls: type[enum.Enum]) -> dict[str, Any]:
        """A reference to an enum, which is added if it is new."""
        options = getattr(cls, "__pulumi__", EnumOptions())
        token = self.token({"token": options.token, "module": options.module}, cls.__name__)
        if self._is_new(token, cls, cls):
            source = _source.of_class(cls)
            rows = []
            for member in cls:
                name = member.name
                row: dict[str, Any] = {"name": _pascal(name), "value": member.value}
                written = source.descriptions.get(name) if source is not None else None
                _describe(row, written or "", (options.deprecated or {}).get(name), None)
                rows.append(row)
            schema: dict[str, Any] = {"enum": rows, "type": _kind_of(rows[0]["value"])}
            # The docstring that `enum` generates does not describe this enum.
            doc = description_of(cls)
            _describe(schema, doc if doc != "An enumeration." else "", None, options.language)
            self.types[token] = schema
        return _reference("types", token)

    def literal(self, literal: LiteralType) -> dict[str, Any]:
        """A constant, or a reference to an enum of the values."""
        kind = _kind_of(literal.values[0])
        if literal.is_constant or kind == "boolean":
            return {"type": kind}
        token = self.token({}, literal.name)
        if self._is_new(token, tuple(literal.values), literal.name):
            self.types[token] = {"enum": [{"value": value} for value in literal.values], "type": kind}
        return _reference("types", token)

    def resource_reference(self, to: Any) -> dict[str, Any]:
        """A reference to a resource of the package, or to any."""
        from ..deployment.resources.component import Component
        from ..resource.resource import Resource

        if isinstance(to, type) and issubclass(to, Resource | Component):
            return _reference("resources", self.token(to.__options__, to.__name__))
        return {"$ref": "pulumi.json#/Any"}

    def _is_new(self, token: str, made_from: Any, of: Any) -> bool:
        known = self._made_from.setdefault(token, made_from)
        if known is made_from and token not in self.types:
            return True
        if known != made_from:
            self.problems.add(of, f"would be the type `{token}`, as another class is: give one of them another token")
        return False

    def properties(self, cls: type[Properties], kind: Kind) -> dict[str, Any]:
        """The properties of a class and which of them must be there, under the schema's keys."""
        model = model_of(cls, self.problems)
        chosen = model.of("all" if kind == "object" else kind)
        named = name_attribute(cls)
        required = [
            property.wire_name
            for property in chosen
            if not property.optional and (kind == "output" or must_be_given(property, named))
        ]
        keys = ("inputProperties", "requiredInputs") if kind == "input" else ("properties", "required")
        schema: dict[str, Any] = {keys[0]: {one.wire_name: self.property(one, kind) for one in chosen}}
        if required:
            schema[keys[1]] = required
        return schema

    def property(self, property: Property, kind: Kind) -> dict[str, Any]:
        """One property, on one of its sides."""
        options = property.options
        schema = property.type.schema(self)
        if options.get("secret"):
            schema["secret"] = True
        _describe(schema, property.description, options.get("deprecated"), options.get("language"))
        if property.constant is not None:
            schema["const"] = _literal(property, property.constant)
        if kind == "output":
            return schema
        if options.get("replace"):
            schema["replaceOnChanges"] = True
        if options.get("will_replace"):
            schema["willReplaceOnChanges"] = True
        if property.has_default:
            schema["default"] = _literal(property, property.default)
        if variables := options.get("env"):
            schema["defaultInfo"] = {"environment": variables}
        return schema


def _literal(property: Property, value: Any) -> Any:
    """A default or constant as the schema has it."""
    if isinstance(value, enum.Enum):
        return value.value
    return str(value) if isinstance(property.type, ExactIntegerType) else value


def state_inputs(cls: type[Properties], builder: SchemaBuilder) -> dict[str, Any]:
    """The properties that a lookup may give beside the id, as `stateInputs` of the schema; may be empty."""
    chosen = [one for one in model_of(cls, builder.problems).attributes.values() if one.options.get("state_input")]
    if not chosen:
        return {}
    # As outputs: a default is not a known fact about a resource.
    return {"properties": {one.wire_name: builder.property(one, "output") for one in chosen}, "type": "object"}


def must_be_given(property: Property, named: str | None) -> bool:
    """Whether the user must set the property: the type requires it, and it has no default."""
    supplied = property.has_default or property.options.get("env") or property.name == named
    return not property.optional and not supplied


def name_attribute(cls: type[Properties]) -> str | None:
    """The attribute that the host makes a name for."""
    name = cls.__options__.get("auto_name")
    return getattr(name, "attribute", name)


def rules_of(cls: type[Properties], problems: Problems, natural: bool = True) -> dict[str, Any]:
    """The rules of and between properties, as the manifest has them. Without `natural`, the rules of the types are left out."""
    model = model_of(cls, problems)
    found: dict[str, Any] = {}
    rules = {}
    for property in model.attributes.values():
        # Rules are for values that programs set, and a constant is narrower than any.
        is_set = natural and property.is_input and property.constant is None
        row = narrowed(property.rules, property.type.natural()) if is_set else dict(property.rules)
        if property.options.get("write_only"):
            row["writeOnly"] = True
        if property.options.get("server_default"):
            row["serverDefault"] = True
        if row:
            rules[property.wire_name] = row
    if rules:
        found["properties"] = rules
    constraints = [
        written
        for base in reversed(cls.__mro__)
        for constraint in base.__dict__.get("__constraints__", ())
        if (written := _constraint(constraint, cls, problems)) is not None
    ]
    if constraints:
        found["constraints"] = constraints
    return found


def wire_names(cls: type[Properties], names: tuple[str, ...], what: str, problems: Problems) -> list[str]:
    """The properties that an author named by their attributes."""
    model = model_of(cls, problems)
    found = []
    for name in names:
        if name in model.attributes:
            found.append(model.attributes[name].wire_name)
        else:
            known = ", ".join(f"`{known}`" for known in model.attributes)
            problems.add(cls, f"{what} names `{name}`, which is not one of its attributes: {known}")
    return found


def _constraint(constraint: Constraint, cls: type[Properties], problems: Problems) -> dict[str, Any] | None:
    names = wire_names(cls, constraint.names, "a constraint", problems)
    if constraint.subject is None:
        return {constraint.kind: names}
    subject = wire_names(cls, (constraint.subject,), "a constraint", problems)
    return {"property": subject[0], "requires": names} if subject else None


def _describe(schema: dict[str, Any], text: str, deprecated: str | None, language: Mapping[str, Any] | None) -> None:
    if text:
        schema["description"] = text
    if deprecated:
        schema["deprecationMessage"] = deprecated
    if language:
        schema["language"] = dict(language)


describe = _describe


def _reference(part: str, token: str) -> dict[str, Any]:
    # These two characters of a token have a meaning inside a reference.
    escaped = token.replace("%", "%25").replace("/", "%2F")
    return {"$ref": f"#/{part}/{escaped}"}


def _kind_of(value: object) -> str:
    if isinstance(value, bool):
        return "boolean"
    return "string" if isinstance(value, str) else "integer" if isinstance(value, int) else "number"


def _pascal(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_")) if name.isupper() else name


__all__ = ["EnumOptions", "EnumType", "SchemaBuilder", "describe", "description_of", "rules_of"]
