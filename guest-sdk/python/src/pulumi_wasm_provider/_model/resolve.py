"""From annotations to types."""

from __future__ import annotations

import enum
import types
import typing
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from .. import fields
from ..fields import MISSING, RULES, UNKNOWN_OPTIONS, Doc, Exact, Field, FieldInfo
from ..values.asset import Archive, ArchiveType, Asset, AssetOrArchiveType, AssetType
from ..values.reference import ReferenceType, ResourceReference
from ..values.value import Value, ValueType
from .named import EnumType, LiteralType, Models, ObjectType, UnionType
from .properties import Object, Properties
from .types import AnyType, BooleanType, ExactIntegerType, IntegerType, ListType, MapType, NumberType, TextType, Type

SUPPORTED = (
    "str, bool, int, ExactInt, float, list[T], dict[str, T], T | None, Literal, enum.Enum, a class that derives from Object, unions of "
    "them, Asset, Archive, ResourceReference, Value[T] or Any"
)


class Unsupported(Exception):
    """An annotation that no property can have. The text says what to do."""


@dataclass
class Resolved:
    """The meaning of an annotation."""

    type: Type
    optional: bool = False
    infos: list[FieldInfo] = field(default_factory=list)
    description: str = ""
    #: Rules of the elements of a list or a map.
    item_rules: dict[str, Any] = field(default_factory=dict)


def resolve(annotation: Any, name: str, discriminator: str | None = None, *, models: Models) -> Resolved:
    """Reads an annotation. `name` is the name for an enum that only stands here, and `models` returns the models of
    classes in it."""
    infos: list[FieldInfo] = []
    description = ""
    optional = exact = False
    # Markers may stand around an optional type or inside of it.
    while True:
        annotation = _without_alias(annotation)
        if get_origin(annotation) is Annotated:
            annotation, *markers = get_args(annotation)
            for marker in markers:
                if isinstance(marker, FieldInfo):
                    infos.append(marker)
                    discriminator = marker.options.get("discriminator", discriminator)
                elif isinstance(marker, Doc):
                    description = marker.text
                elif isinstance(marker, Exact):
                    exact = True
                elif instead := _instead(marker):
                    raise Unsupported(instead)
            continue
        # `Output[T]` and `Input[T]` are markers, too.
        if isinstance(marker := getattr(get_origin(annotation) or annotation, "__field__", None), FieldInfo):
            if not get_args(annotation):
                raise Unsupported(f"has no type: write {_shown(annotation)}[str]")
            infos.append(marker)
            annotation = get_args(annotation)[0]
            continue
        members = _members(annotation)
        if members and type(None) in members:
            optional = True
            rest = [member for member in members if member is not type(None)]
            if not rest:
                raise Unsupported("a property needs a type beside None")
            annotation = rest[0] if len(rest) == 1 else Union[tuple(rest)]
            continue
        break
    resolved = Resolved(AnyType(), optional, infos, description)
    resolved.type = ExactIntegerType() if exact else _type(annotation, name, discriminator, resolved, models)
    return resolved


def _without_alias(annotation: Any) -> Any:
    """The type behind `type X = …` and `NewType`."""
    while True:
        if hasattr(annotation, "__supertype__"):
            annotation = annotation.__supertype__
        elif type(annotation).__name__ == "TypeAliasType" and hasattr(annotation, "__value__"):
            annotation = annotation.__value__
        else:
            return annotation


def _members(annotation: Any) -> tuple[Any, ...]:
    return get_args(annotation) if get_origin(annotation) in (Union, types.UnionType) else ()


_PRIMITIVES: dict[Any, type[Type]] = {
    str: TextType,
    bool: BooleanType,
    int: IntegerType,
    float: NumberType,
    Any: AnyType,
    object: AnyType,
    Asset: AssetType,
    Archive: ArchiveType,
}


def _type(annotation: Any, name: str, discriminator: str | None, resolved: Resolved, models: Models) -> Type:
    try:
        found = _PRIMITIVES.get(annotation)
    except TypeError:
        found = None
    if found is not None:
        return found()
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is list or annotation is list:
        return ListType(_items(arguments, 1, "list[str]", name, resolved, models))
    if origin is dict or annotation is dict:
        if arguments and _without_alias(arguments[0]) is not str:
            raise Unsupported("the keys of a map are texts: write dict[str, …]")
        return MapType(_items(arguments, 2, "dict[str, str]", name, resolved, models))
    if origin is Literal:
        return _literal(list(arguments), name)
    if origin is Value:
        inner = resolve(arguments[0], name, discriminator, models=models)
        resolved.optional = resolved.optional or inner.optional
        resolved.infos.extend(inner.infos)
        resolved.item_rules = inner.item_rules
        return ValueType(_part(inner.type))
    if annotation is ResourceReference or origin is ResourceReference:
        return ReferenceType(arguments[0] if arguments else Any)
    if members := _members(annotation):
        if set(members) == {Asset, Archive}:
            return AssetOrArchiveType()
        alternatives = [_alternative(member, f"{name}{index}", models) for index, member in enumerate(members, 1)]
        return UnionType(alternatives, discriminator)
    if isinstance(annotation, typing.TypeVar):
        raise Unsupported(f"{_shown(annotation)} is a type parameter, and a schema has no type parameters: write a class for each type")
    if isinstance(origin or annotation, type):
        return _class(origin or annotation, models)
    raise Unsupported(f"{_shown(annotation)} is not a type that a property can have; use {SUPPORTED}")


def _items(arguments: tuple[Any, ...], count: int, example: str, name: str, resolved: Resolved, models: Models) -> Type:
    if len(arguments) != count:
        raise Unsupported(f"the type of the elements is missing: write {example}")
    inner = resolve(arguments[-1], name, models=models)
    if inner.optional:
        raise Unsupported("an element of a list or a map cannot be None: leave it out instead")
    rules: dict[str, Any] = {}
    for info in inner.infos:
        refused = sorted(info.options.keys() - {"discriminator"}) + ([] if info.default is MISSING else ["a default"])
        if refused:
            raise Unsupported(f"an element can only have rules, not {', '.join(refused)}: give the option to the whole list or map")
        rules.update(info.rules)
    if inner.item_rules:
        rules["items"] = inner.item_rules
    resolved.item_rules = rules
    return _part(inner.type)


def _alternative(annotation: Any, name: str, models: Models) -> Type:
    """The type of a part of a union."""
    inner = resolve(annotation, name, models=models)
    if given := options_of(inner):
        raise Unsupported(
            f"a part of a union has no options, here {', '.join(given)}: give the option to the whole union, as in `Secret[str | int]`"
        )
    if inner.item_rules:
        raise Unsupported("a list in a union cannot have rules for its elements: check them in the hook `check`")
    return _part(inner.type)


def single(resolved: Resolved) -> Type:
    """The type of a result that is one value, which has no place for options."""
    # `Output[T]` says that it is a result.
    if given := [option for option in options_of(resolved) if option not in ("handle", "output")]:
        raise Unsupported(f"one value has no options, here {', '.join(given)}: return a class of Results with a property that has them")
    if resolved.item_rules:
        raise Unsupported("its elements have no rules, because no program sets them: remove the rules")
    return _part(resolved.type)


def options_of(resolved: Resolved) -> list[str]:
    """The options and rules of an annotation, and a default among them."""
    given = {option for info in resolved.infos for option in info.options}
    given.update(option for info in resolved.infos for option, rule in RULES.items() if rule in info.rules)
    given.update(option for info in resolved.infos for option in info.rules.get(UNKNOWN_OPTIONS, ()))
    if any(info.default is not MISSING for info in resolved.infos):
        given.add("default")
    return sorted(given)


def _part(type: Type) -> Type:
    """The type as a part of another type, which has no place for a constant."""
    if isinstance(type, LiteralType):
        type.is_constant = False
    return type


def _instead(marker: Any) -> str | None:
    """What to write instead of a marker that `Annotated` does not take, such as `Annotated[str, Secret]`."""
    if marker is Field:
        return "`Annotated[…, Field]` means nothing: write `Annotated[…, Field(…)]`"
    name = next((name for name, known in vars(fields).items() if known is marker and get_origin(known) is Annotated), None)
    if name is None and hasattr(marker, "__field__"):
        name = _shown(marker)
    return None if name is None else f"`Annotated[…, {name}]` means nothing: write `{name}[…]`"


def _literal(values: list[Any], name: str) -> LiteralType:
    if len({type(value) for value in values}) != 1 or not isinstance(values[0], str | int | float):
        raise Unsupported("the values of a Literal have to be all texts, all numbers or all booleans")
    if isinstance(values[0], bool) and len(values) > 1:
        raise Unsupported("a Literal of both booleans is `bool`: write that")
    return LiteralType(values, name)


def _class(cls: type, models: Models) -> Type:
    if issubclass(cls, enum.Enum):
        kinds = {type(member.value) for member in cls}
        if len(kinds) != 1 or not kinds <= {str, int, float}:
            raise Unsupported(f"the values of {cls.__name__} have to be all texts, all whole numbers or all numbers")
        return EnumType(cls)
    if issubclass(cls, Object):
        return ObjectType(cls, models)
    if issubclass(cls, Properties):
        raise Unsupported(f"{cls.__name__} is not an object type: derive it from Object, or write ResourceReference[{cls.__name__}]")
    if hasattr(cls, "__dataclass_fields__") or typing.is_typeddict(cls):
        raise Unsupported(f"{cls.__name__} has to derive from Object, so that the schema can have it")
    hints: dict[Any, str] = {
        tuple: "write list",
        set: 'write list, with Field(unique_items=True, compare="set")',
        frozenset: 'write list, with Field(unique_items=True, compare="set")',
        bytes: "write str with base64, or Asset",
    }
    hint = hints.get(cls, f"use {SUPPORTED}")
    raise Unsupported(f"{cls.__qualname__} is not a type that a property can have; {hint}")


def _shown(annotation: Any) -> str:
    return str(getattr(annotation, "__name__", None) or annotation).replace("typing.", "")
