"""Values that may be unknown, and may be secret."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Generic, TypeVar, cast, overload

from .._interface import wire as _wire
from .._model import path as _path
from .._model.properties import STATE, Properties, Property
from .._model.types import ListType, MapType, SchemaParts, Type
from ..errors import InvalidError, NotKnownError

T = TypeVar("T")
D = TypeVar("D")
E = TypeVar("E")

UNKNOWN: Any = type("Unknown", (), {"__repr__": lambda self: "UNKNOWN", "__slots__": ()})()
"""A value that is unknown until the deployment, for outputs in the hooks of previews."""


class Value(Generic[T]):
    """A property that is known, unknown or absent, and may be a secret. `value_of(zone, Zone.name)` returns it. A
    property may also be annotated with it, if the provider needs to read or set secrecy.
    """

    def __init__(self, wire: Any, type: Type | None, path: str, absent: bool = False, plain: Any = None) -> None:
        self._wire = wire
        self._type = type
        self._plain = plain
        self._home: tuple[dict[str, Any], str] | None = None
        self.path = path
        """The property's path, such as `rules[0].port`, for `CheckContext.fail`."""
        self.absent = absent or (type is not None and _wire.is_null(wire))
        """Whether the property is left out."""
        self.unknown = not self.absent and type is not None and _wire.contains_unknown(wire)
        """Whether it is unknown until the deployment. A list or an object is unknown as long as any part of it is."""
        self.secret = _wire.contains_secret(wire)
        """Whether it, or any part of it, is a secret."""

    @classmethod
    def of(cls, value: T, *, secret: bool = False) -> Value[T]:
        """A value that the provider makes."""
        made: Value[T] = cls(None, None, "", plain=value)
        made.secret = secret
        return made

    @property
    def known(self) -> bool:
        """Whether the value exists."""
        return not self.unknown and not self.absent

    @overload
    def get(self) -> T | None: ...
    @overload
    def get(self, default: D) -> T | D: ...
    def get(self, default: Any = None) -> Any:
        """The value, if it is known."""
        return self._read() if self.known else default

    def require(self) -> T:
        """The value. Fails with `NotKnownError` if it is not known."""
        if not self.known:
            raise NotKnownError(f"`{self.path}` is not known yet")
        return cast(T, self._read())

    def set(self, value: T) -> None:
        """Sets the property, like setting the attribute. A secret stays a secret."""
        if self._home is None:
            raise TypeError("this value does not belong to a property")
        attributes, name = self._home
        attributes[name] = value

    def partial(self) -> T | None:
        """An object with unknown parts: its unknown attributes fail with `NotKnownError`. None if the whole object is unknown or
        missing."""
        if self.absent or (self._type is not None and _wire.is_unknown(self._wire)):
            return None
        if not self.unknown or self._type is None:
            return self.get()
        return cast("T | None", self._type.known_part(_wire.reveal(self._wire), self.path))

    def items(self: Value[list[E]]) -> list[Value[E]]:
        """The elements of a list, each as a value: some may be known while others are not."""
        listed = self._parts(list)
        inner = self._type.items if isinstance(self._type, ListType) else None
        return [Value(item, inner, _path.item(self.path, index)) for index, item in enumerate(listed)]

    def entries(self: Value[dict[str, E]]) -> dict[str, Value[E]]:
        """The entries of a map, each as a value."""
        mapped = self._parts(dict)
        inner = self._type.values if isinstance(self._type, MapType) else None
        return {key: Value(item, inner, _path.key(self.path, key)) for key, item in mapped.items()}

    def _parts(self, kind: type[Any]) -> Any:
        if self.absent or _wire.is_unknown(self._wire):
            return kind()
        found = _wire.reveal(self._wire)
        return found if isinstance(found, kind) else kind()

    def _read(self) -> Any:
        return self._plain if self._type is None else self._type.decode(self._wire, self.path)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Value):
            return NotImplemented
        mine = (self.absent, self.unknown, self.secret, self.get())
        return mine == (other.absent, other.unknown, other.secret, other.get())

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        if self.absent:
            return "Value(absent)"
        if self.unknown:
            return "Value(unknown)"
        return "Value([secret])" if self.secret else f"Value({self.get()!r})"


def value_of(instance: Properties, property: T) -> Value[T]:
    """A property with its known parts: `value_of(self, Zone.name).get()`. For hooks that see values which are not known
    yet; everywhere else, the attribute is the value."""
    if not isinstance(property, Property):
        raise TypeError(f"{property!r} is not a property: write it as `Class.property`")
    found = _value_of(instance, property)
    if found._home is None:
        found._home = (instance.__dict__, property.name)
    return found


def _value_of(instance: Properties, property: Property) -> Value[Any]:
    state = instance.__dict__.get(STATE)
    if (
        state is not None
        and state.read is not None
        and property.name not in instance.__dict__
        and _wire.is_null(state.properties.get(property.wire_name))
    ):
        # Reading may replace a null, for example by a default. A property that a checkpoint or an older version did not
        # record is absent.
        with suppress(InvalidError):
            state.read(instance, property)
    if property.name in instance.__dict__:
        current = instance.__dict__[property.name]
        if isinstance(current, Value):
            return current
        if current is UNKNOWN:
            return Value(_wire.UNKNOWN, property.type, property.wire_name)
        if current is None:
            return Value(None, property.type, property.wire_name, absent=True)
        wire = restored(property, current, dict(state.properties) if state is not None else {})
        return Value(wire, property.type, property.wire_name)
    if state is None or property.wire_name not in state.properties:
        return Value(None, property.type, property.wire_name, absent=True)
    return Value(state.properties[property.wire_name], property.type, property.wire_name)


class ValueType(Type):
    """`Value[T]`."""

    def __init__(self, inner: Type) -> None:
        self.inner = inner
        self.kind = inner.kind  # type: ignore[misc]
        self.noun = inner.noun

    def schema(self, builder: SchemaParts) -> dict[str, Any]:
        return self.inner.schema(builder)

    def natural(self) -> dict[str, Any]:
        return self.inner.natural()

    def decode(self, value: Any, path: str) -> Value[Any]:
        found: Value[Any] = Value(value, self.inner, path)
        # A known value must have the type.
        found.get()
        return found

    def read(self, value: Any, path: str) -> Any:
        return self.decode(value, path)

    def encode(self, value: Any, path: str) -> Any:
        if not isinstance(value, Value):
            raise self.misfit(value, path)
        if value._type is not None:
            return value._wire
        encoded = self.inner.encode(value._plain, path)
        return _wire.secret(encoded) if value.secret else encoded

    def accepts(self, value: object) -> bool:
        return isinstance(value, Value)


def restored(property: Property, value: Any, original: dict[str, Any]) -> Any:
    """The value to send for a property: the original, with its secrets, if it was not changed; otherwise the new value,
    which is a secret if the old value was."""
    path = _path.key("", property.wire_name)
    encoded = property.type.encode(value, path)
    came = original.get(property.wire_name)
    if came is None or isinstance(property.type, ValueType):
        return encoded
    if not _wire.contains_unknown(came) and not _wire.is_null(came):
        try:
            if _wire.same(encoded, property.type.encode(property.type.decode(came, path), path)):
                return came
        except InvalidError:
            pass
    return _wire.secret(encoded) if _wire.contains_secret(came) else encoded
