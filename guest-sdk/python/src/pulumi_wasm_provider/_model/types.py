"""The types of properties: their form in the schema, and on the interface."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, ClassVar, Final, Literal, Protocol

from .._interface import wire as _wire
from ..errors import InvalidError
from . import path as _path

Kind = Literal["text", "number", "boolean", "list", "map", "object", "choice", "handle", "union", "any"]

#: Pulumi's numbers are doubles; beyond this one, they have gaps.
LARGEST_EXACT_INTEGER: Final = 1 << 53
#: Characters of a whole number that is a text.
LONGEST_EXACT: Final = 1000
_DIGITS: Final = "the digits of a whole number"


class SchemaParts(Protocol):
    """The schema under construction. Types refer to its parts, and add missing parts."""

    def object(self, cls: Any) -> dict[str, Any]: ...
    def enumeration(self, cls: Any) -> dict[str, Any]: ...
    def literal(self, type: Any) -> dict[str, Any]: ...
    def resource_reference(self, cls: Any) -> dict[str, Any]: ...


class Type(ABC):
    """A type that a property may have."""

    #: Which rules fit the type.
    kind: ClassVar[Kind]
    #: The name of such a value in messages.
    noun: str

    def natural(self) -> dict[str, Any]:
        """Rules that hold for every value of the type."""
        return {}

    def known_part(self, value: Any, path: str) -> Any:
        """The known part of a value that is partly unknown. A value that is not an object does not have this part."""
        return None

    @abstractmethod
    def schema(self, builder: SchemaParts) -> dict[str, Any]:
        """The type as a Pulumi schema writes it. Object and enum types add themselves to the builder."""

    def decode(self, value: Any, path: str) -> Any:
        """Reads a present value. Fails if it has another type or is unknown."""
        if _wire.is_unknown(value):
            raise InvalidError(path, "is not known yet")
        return self.read(_wire.reveal(value), path)

    @abstractmethod
    def read(self, value: Any, path: str) -> Any:
        """Reads a value without wrappers around it."""

    @abstractmethod
    def encode(self, value: Any, path: str) -> Any:
        """Writes a value. Fails when it is of another type, or Pulumi cannot hold it."""

    @abstractmethod
    def accepts(self, value: object) -> bool:
        """Whether a Python value has the form of this type, to choose among the types of a union."""

    def unexpected(self, found: object, path: str) -> InvalidError:
        """The failure of a value that is of another type."""
        return InvalidError(path, f"expected {self.noun}, found {json_noun(found)}")

    def misfit(self, value: object, path: str) -> InvalidError:
        """The failure for a value of another type that the provider made."""
        return InvalidError(path, f"expected {self.noun}, but the provider made {type(value).__name__}")


def json_noun(value: object) -> str:
    """The name of a JSON value in messages."""
    match value:
        case None:
            return "null"
        case bool():
            return "a boolean"
        case int() | float():
            return "a number"
        case str():
            return "a string"
        case list():
            return "an array"
        case _:
            return "an object"


class TextType(Type):
    """`str`."""

    kind = "text"
    noun = "a string"

    def schema(self, builder: SchemaParts) -> dict[str, Any]:
        return {"type": "string"}

    def decode(self, value: Any, path: str) -> Any:
        # The usual case of all types, written again here, because most values are of it.
        if type(value) is str and value not in _wire.UNKNOWN_FORMS:
            return value
        return super().decode(value, path)

    def read(self, value: Any, path: str) -> str:
        if isinstance(value, str):
            return value
        raise self.unexpected(value, path)

    def encode(self, value: Any, path: str) -> str:
        if not isinstance(value, str):
            raise self.misfit(value, path)
        if type(value) is str and value.isascii():
            return value
        if not value.isascii():
            try:
                value.encode()
            except UnicodeEncodeError:
                raise InvalidError(path, "contains half of a surrogate pair, which is not text") from None
        # A member of a text enum is written as its value.
        return str(value.value) if isinstance(value, Enum) else value

    def accepts(self, value: object) -> bool:
        return isinstance(value, str)


class BooleanType(Type):
    """`bool`."""

    kind = "boolean"
    noun = "a boolean"

    def schema(self, builder: SchemaParts) -> dict[str, Any]:
        return {"type": "boolean"}

    def read(self, value: Any, path: str) -> bool:
        if isinstance(value, bool):
            return value
        raise self.unexpected(value, path)

    def encode(self, value: Any, path: str) -> bool:
        if isinstance(value, bool):
            return value
        raise self.misfit(value, path)

    def accepts(self, value: object) -> bool:
        return isinstance(value, bool)


class IntegerType(Type):
    """`int`, exact up to 2 to the power of 53."""

    kind = "number"
    noun = "a whole number"

    def schema(self, builder: SchemaParts) -> dict[str, Any]:
        return {"type": "integer"}

    def read(self, value: Any, path: str) -> int:
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        if isinstance(value, float):
            # Some writers write 3 as `3.0`.
            if value.is_integer():
                return int(value)
            raise InvalidError(path, f"expected a whole number, found {value}")
        raise self.unexpected(value, path)

    def encode(self, value: Any, path: str) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.misfit(value, path)
        if abs(value) > LARGEST_EXACT_INTEGER:
            raise InvalidError(path, f"{value} is too large to be an exact number in Pulumi")
        return int(value)

    def accepts(self, value: object) -> bool:
        return isinstance(value, int) and not isinstance(value, bool)


class ExactIntegerType(Type):
    """`ExactInt`: a whole number with all its digits, which the schema has as a text."""

    kind = "text"
    noun = "a string"

    def natural(self) -> dict[str, Any]:
        return {"pattern": "^(0|-?[1-9][0-9]*)$", "patternReason": _DIGITS, "maxLength": LONGEST_EXACT}

    def schema(self, builder: SchemaParts) -> dict[str, Any]:
        return {"type": "string"}

    def read(self, value: Any, path: str) -> int:
        if not isinstance(value, str):
            raise self.unexpected(value, path)
        # Another spelling would change the text that the program wrote.
        if len(value) > LONGEST_EXACT or not value.removeprefix("-").isdecimal() or str(int(value)) != value:
            raise InvalidError(path, f"must be {_DIGITS}")
        return int(value)

    def encode(self, value: Any, path: str) -> str:
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.misfit(value, path)
        if abs(value) >= 10 ** (LONGEST_EXACT - 1):
            raise InvalidError(path, f"has more than {LONGEST_EXACT - 1} digits")
        return str(int(value))

    def accepts(self, value: object) -> bool:
        return isinstance(value, int) and not isinstance(value, bool)


class NumberType(Type):
    """`float`."""

    kind = "number"
    noun = "a number"

    def schema(self, builder: SchemaParts) -> dict[str, Any]:
        return {"type": "number"}

    def read(self, value: Any, path: str) -> float:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return float(value)
        raise self.unexpected(value, path)

    def encode(self, value: Any, path: str) -> float:
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise self.misfit(value, path)
        if not math.isfinite(value):
            raise InvalidError(path, f"{value} is not a number that Pulumi can hold")
        return value

    def accepts(self, value: object) -> bool:
        return isinstance(value, int | float) and not isinstance(value, bool)


class ListType(Type):
    """`list[T]`."""

    kind = "list"
    noun = "an array"

    def __init__(self, items: Type) -> None:
        self.items = items

    def schema(self, builder: SchemaParts) -> dict[str, Any]:
        return {"type": "array", "items": self.items.schema(builder)}

    def natural(self) -> dict[str, Any]:
        return {"items": rules} if (rules := self.items.natural()) else {}

    def read(self, value: Any, path: str) -> list[Any]:
        if isinstance(value, list):
            return [self.items.decode(item, _path.item(path, index)) for index, item in enumerate(value)]
        raise self.unexpected(value, path)

    def encode(self, value: Any, path: str) -> list[Any]:
        if not self.accepts(value):
            raise self.misfit(value, path)
        return [self.items.encode(item, _path.item(path, index)) for index, item in enumerate(value)]

    def accepts(self, value: object) -> bool:
        return isinstance(value, Sequence) and not isinstance(value, str | bytes | bytearray)


class MapType(Type):
    """`dict[str, T]`."""

    kind = "map"
    noun = "an object"

    def __init__(self, values: Type) -> None:
        self.values = values

    def schema(self, builder: SchemaParts) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": self.values.schema(builder)}

    def natural(self) -> dict[str, Any]:
        return {"items": rules} if (rules := self.values.natural()) else {}

    def read(self, value: Any, path: str) -> dict[str, Any]:
        if isinstance(value, dict) and _wire.special(value) is None:
            return {key: self.values.decode(member, _path.key(path, key)) for key, member in value.items()}
        raise self.unexpected(value, path)

    def encode(self, value: Any, path: str) -> dict[str, Any]:
        if not isinstance(value, Mapping):
            raise self.misfit(value, path)
        encoded = {}
        for key, member in value.items():
            if not isinstance(key, str):
                raise InvalidError(path, f"the keys of a map are texts, but the provider made {key!r}")
            encoded[key] = self.values.encode(member, _path.key(path, key))
        return encoded

    def accepts(self, value: object) -> bool:
        return isinstance(value, Mapping)


class AnyType(Type):
    """`Any`, `object`: any JSON value."""

    kind = "any"
    noun = "a JSON value"

    def schema(self, builder: SchemaParts) -> dict[str, Any]:
        return {"$ref": "pulumi.json#/Any"}

    def decode(self, value: Any, path: str) -> Any:
        if _wire.contains_unknown(value):
            raise InvalidError(path, "is not known yet")
        return _wire.reveal_deep(value)

    def read(self, value: Any, path: str) -> Any:
        return value

    def encode(self, value: Any, path: str) -> Any:
        try:
            _wire.text(value).encode()
        except (TypeError, ValueError, RecursionError) as error:
            raise InvalidError(path, f"cannot be written as JSON: {error}") from None
        return value

    def accepts(self, value: object) -> bool:
        return True
