"""Types that a schema has by name, and choices among types: enums, literals, objects, unions."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from .._interface import wire as _wire
from ..errors import InvalidError
from . import path as _path
from .types import SchemaParts, Type, json_noun

if TYPE_CHECKING:
    from .properties import Properties, Property


def token_of(package: str, options: Mapping[str, Any], name: str) -> str:
    """The given token, or the one that follows from the package and the name."""
    token = options.get("token")
    if isinstance(token, str):
        return f"{package}{token}" if token.startswith(":") else token
    return f"{package}:{options.get('module') or 'index'}:{name}"


def _one_of(values: list[Any], found: object) -> str:
    named = ", ".join(f"`{value}`" for value in values)
    shown = f"`{found}`" if isinstance(found, str | int | float) else json_noun(found)
    return f"expected one of {named}, found {shown}"


class EnumType(Type):
    """A class of `enum.Enum` whose values are texts, whole numbers or numbers."""

    kind = "choice"

    def __init__(self, cls: type[enum.Enum]) -> None:
        self.cls = cls
        self.noun = f"a member of {cls.__name__}"

    def schema(self, builder: SchemaParts) -> dict[str, Any]:
        return builder.enumeration(self.cls)

    def read(self, value: Any, path: str) -> enum.Enum:
        for member in self.cls:
            if _wire.same(member.value, value):
                return member
        raise InvalidError(path, _one_of([member.value for member in self.cls], value))

    def encode(self, value: Any, path: str) -> Any:
        if isinstance(value, self.cls):
            return value.value
        raise self.misfit(value, path)

    def accepts(self, value: object) -> bool:
        return isinstance(value, self.cls)


class LiteralType(Type):
    """`Literal["a", "b"]`. A property with a single value is a constant."""

    kind = "choice"

    def __init__(self, values: list[Any], name: str) -> None:
        self.values = values
        #: The name of the enum in the schema.
        self.name = name
        #: Whether it is the constant of a property. A part of a type, such as the element of a list, has no constant.
        self.is_constant = len(values) == 1
        self.noun = "one of " + ", ".join(f"`{value}`" for value in values)

    def schema(self, builder: SchemaParts) -> dict[str, Any]:
        return builder.literal(self)

    def read(self, value: Any, path: str) -> Any:
        for known in self.values:
            if _wire.same(known, value):
                return known
        raise InvalidError(path, _one_of(self.values, value))

    def encode(self, value: Any, path: str) -> Any:
        if self.accepts(value):
            return value
        raise InvalidError(path, f"expected {self.noun}, but the provider made `{value}`")

    def accepts(self, value: object) -> bool:
        return any(_wire.same(known, value) for known in self.values)


class ObjectModel(Protocol):
    """How instances of a class are read and written."""

    attributes: dict[str, Property]

    def decode(self, properties: dict[str, Any], path: str, *, partial: bool = False) -> Any: ...
    def encode(self, instance: Any, path: str) -> dict[str, Any]: ...


#: Returns the model of a class. It is called with the first value, because a class may contain itself.
Models = Callable[["type[Properties]"], ObjectModel]


class ObjectType(Type):
    """A class that derives from `Object`."""

    kind = "object"
    noun = "an object"

    def __init__(self, cls: type[Properties], models: Models) -> None:
        self.cls = cls
        self._models = models
        self._known: ObjectModel | None = None

    @property
    def model(self) -> ObjectModel:
        """Looked up once: a list may have thousands of them."""
        if self._known is None:
            self._known = self._models(self.cls)
        return self._known

    def schema(self, builder: SchemaParts) -> dict[str, Any]:
        return builder.object(self.cls)

    def read(self, value: Any, path: str) -> Any:
        if isinstance(value, dict) and _wire.special(value) is None:
            return self.model.decode(value, path)
        raise self.unexpected(value, path)

    def known_part(self, value: Any, path: str) -> Any:
        return self.model.decode(value, path, partial=True)

    def encode(self, value: Any, path: str) -> dict[str, Any]:
        if not isinstance(value, self.cls):
            raise InvalidError(path, f"expected {self.cls.__name__}, but the provider made {type(value).__name__}")
        return self.model.encode(value, path)

    def accepts(self, value: object) -> bool:
        return isinstance(value, self.cls)


class UnionType(Type):
    """`A | B`. A property with a different `Literal` in each object type can distinguish them."""

    kind = "union"
    noun = "one of several types"

    def __init__(self, members: list[Type], discriminator: str | None) -> None:
        self.members = members
        #: The attribute, as the author wrote it.
        self.discriminator = discriminator

    def tags(self) -> tuple[str, dict[Any, ObjectType]]:
        """The property that tells the members apart, and the member of each value. Empty without such a property."""
        found: dict[Any, ObjectType] = {}
        name = ""
        for member in self.members:
            if not isinstance(member, ObjectType) or self.discriminator is None:
                return "", {}
            property = member.model.attributes.get(self.discriminator)
            if property is None or property.constant is None:
                return "", {}
            name = property.wire_name
            found[property.constant] = member
        return name, found

    def schema(self, builder: SchemaParts) -> dict[str, Any]:
        schemas = [member.schema(builder) for member in self.members]
        schema: dict[str, Any] = {"oneOf": schemas}
        name, tags = self.tags()
        if name:
            mapping = {tag: member.schema(builder)["$ref"] for tag, member in tags.items()}
            schema["discriminator"] = {"propertyName": name, "mapping": mapping}
        return schema

    def read(self, value: Any, path: str) -> Any:
        name, tags = self.tags()
        if name:
            return self._read_tagged(value, path, name, tags)
        failures: list[InvalidError] = []
        for member in self.members:
            try:
                return member.decode(value, path)
            except InvalidError as error:
                failures.append(error)
        if _wire.contains_unknown(value):
            raise InvalidError(path, "is not known yet")
        # An error deep inside a value of one form is more useful than the error that another form does not fit.
        for failure in failures:
            if failure.failures[0].property != path:
                raise failure
        raise InvalidError(path, "; or ".join(failure.failures[0].reason for failure in failures))

    def _read_tagged(self, value: Any, path: str, name: str, tags: dict[Any, ObjectType]) -> Any:
        if not isinstance(value, dict):
            raise InvalidError(path, f"expected an object, found {json_noun(value)}")
        at = _path.key(path, name)
        if name not in value:
            raise InvalidError(at, "is required")
        if _wire.is_unknown(value[name]):
            raise InvalidError(at, "is not known yet")
        tag = _wire.reveal(value[name])
        if not isinstance(tag, str) or tag not in tags:
            raise InvalidError(at, _one_of(list(tags), tag))
        return tags[tag].read(value, path)

    def encode(self, value: Any, path: str) -> Any:
        for member in self.members:
            if member.accepts(value):
                return member.encode(value, path)
        named = ", ".join(member.noun for member in self.members)
        raise InvalidError(path, f"expected {named}, but the provider made {type(value).__name__}")

    def accepts(self, value: object) -> bool:
        return any(member.accepts(value) for member in self.members)
