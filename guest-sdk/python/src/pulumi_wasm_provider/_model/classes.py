"""Classes as sets of properties: the meaning of their annotations, and the reading and writing of instances."""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from .._interface import wire as _wire
from ..errors import InvalidError, PropertyFailure, ProviderError
from ..fields import MISSING, UNKNOWN_OPTIONS, FieldInfo
from ..values.value import UNKNOWN, ValueType, restored
from . import path as _path
from . import source as _source
from .members import judge_assignments, judge_attributes, judge_fields, judge_options
from .named import LiteralType
from .problems import Problems
from .properties import (
    STATE,
    Arguments,
    CameFrom,
    Object,
    Properties,
    Property,
    Results,
    properties_of,
    raw_annotations,
    read_all,
    read_one,
)
from .resolve import Unsupported, resolve
from .rules import misfits
from .types import AnyType

Side = Literal["input", "output", "all"]

_models: dict[type, Model] = {}


class ShapeError(InvalidError):
    """An attribute cannot be read from the given properties."""


class LackingError(ShapeError, AttributeError):
    """The recorded state lacks the requested attribute: `hasattr` is false for it."""



def _is_lacking(value: Any) -> bool:
    return value is None or _wire.is_null(value)


def model_of(cls: type[Properties], problems: Problems | None = None) -> Model:
    """The model of a class. Without a list for them, mistakes in it are raised."""
    found = _models.get(cls)
    if found is None or problems is not None:
        mistakes = Problems() if problems is None else problems
        found = _models.setdefault(cls, Model(cls))
        found.fill(mistakes)
        if problems is None:
            mistakes.raise_all()
    return found


@dataclass
class Written:
    """The properties of an instance that could be written, and the names of all others with the reasons."""

    properties: dict[str, Any]
    lost: list[str]
    reasons: list[str]

    @property
    def reason(self) -> str:
        """The reason for the missing properties, in a sentence."""
        return f"the provider's answer cannot be recorded: {'; '.join(self.reasons)}"


class Model:
    """The properties of a class with their types."""

    def __init__(self, cls: type[Properties]) -> None:
        self.cls = cls
        #: By the name of the attribute.
        self.attributes: dict[str, Property] = {}
        self._sides: dict[Side, list[Property]] = {}

    def fill(self, problems: Problems) -> None:
        """Reads the annotations."""
        self._sides = {}
        judge_options(self.cls, problems)
        judge_fields(self.cls, problems)
        judge_attributes(self.cls, problems)
        judge_assignments(self.cls, problems)
        names: dict[str, str] = {}
        for name, property in properties_of(self.cls).items():
            self.attributes[name] = property
            if property.mistakes is None:
                property.mistakes = []
                _read(property)
            for mistake in property.mistakes:
                problems.add(property.owner, mistake, name)
            other = names.setdefault(property.wire_name, name)
            if other != name:
                message = f"has the property name `{property.wire_name}`, which `{other}` has too: give one of them a Field(name=…)"
                problems.add(self.cls, message, name)

    def of(self, side: Side) -> list[Property]:
        """The properties that are inputs, outputs, or all."""
        found = self._sides.get(side)
        if found is None:
            wanted = self.attributes.values()
            found = [one for one in wanted if side == "all" or (one.is_input if side == "input" else self._is_output(one))]
            self._sides[side] = found
        return found

    def _is_output(self, property: Property) -> bool:
        return property.is_output and not (self.cls.__is_component__ and property.is_input)

    def decode(
        self,
        properties: dict[str, Any],
        path: str,
        side: Side = "all",
        partial: bool = False,
        host_only: frozenset[str] = frozenset(),
    ) -> Any:
        """Reads an instance. With `partial`, values may be unknown, and attributes missing. A host-only value is
        missing here, even if the program must set it."""
        instance = self.cls.__new__(self.cls)
        instance.__dict__[STATE] = CameFrom(properties, partial, host_only=host_only)
        for property in self.attributes.values():
            if property.wire_name in host_only and not property.optional:
                continue
            self._read(instance, property, properties, path, side, partial)
        return instance

    def decode_later(
        self, properties: Callable[[], dict[str, Any]], side: Side = "all", partial: bool = False, recorded: bool = False
    ) -> Any:
        """An instance whose attributes are read on first access, for hooks that read few of them. The map itself is
        also requested only then. With `recorded`, the error of a failed read says that the record does not fit."""
        instance = self.cls.__new__(self.cls)

        def read(instance: Properties, property: Property) -> None:
            try:
                self._read(instance, property, state.properties, "", side, partial)
            except InvalidError as error:
                failures = error.failures
                lacks = recorded and _is_lacking(state.properties.get(property.wire_name))
                if recorded:
                    failures = [PropertyFailure(one.property, f"the recorded state does not fit: it {one.reason}") for one in failures]
                raise (LackingError if lacks else ShapeError).of(failures) from None

        state = instance.__dict__[STATE] = CameFrom(properties, partial, read)
        return instance

    def _read(
        self, instance: Properties, property: Property, properties: Mapping[str, Any], path: str, side: Side, partial: bool
    ) -> None:
        """Reads one attribute. An unknown value is left out, if it may be unknown."""
        if side != "all" and property not in self.of(side):
            if property.optional:
                instance.__dict__[property.name] = None
            return
        value = properties.get(property.wire_name)
        if _is_lacking(value):
            self._absent(instance, property, path, partial)
        elif partial and _wire.contains_unknown(value) and not isinstance(property.type, ValueType):
            return
        else:
            at = _path.key(path, property.wire_name)
            instance.__dict__[property.name] = property.type.decode(value, at)

    def read_absent(self, instance: Properties, properties: Mapping[str, Any], side: Side) -> None:
        """Fills in placeholders for the attributes that are not
        among the properties of an instance that is read later."""
        for property in self.of(side):
            value = properties.get(property.wire_name)
            if _is_lacking(value):
                self._absent(instance, property, "", True)

    def _absent(self, instance: Properties, property: Property, path: str, partial: bool) -> None:
        at = _path.key(path, property.wire_name)
        if property.has_default:
            instance.__dict__[property.name] = property.default
        elif property.constant is not None and not property.optional:
            # A required constant has only one value, so the program need not give it.
            instance.__dict__[property.name] = property.constant
        elif property.optional:
            instance.__dict__[property.name] = None
        elif not partial:
            variables = property.options.get("env")
            hint = f"; set it, or grant and set the environment variable `{variables[0]}`" if variables else ""
            raise InvalidError(at, f"is required{hint}")

    def encode(self, instance: Properties, path: str, side: Side = "all") -> dict[str, Any]:
        """Writes an instance. Each required property of that side must have a value."""
        read_all(instance)
        encoded = {}
        for property in self.of(side):
            written = self._write(instance, property, path)
            if written is not MISSING:
                encoded[property.wire_name] = written
        return encoded

    def _write(self, instance: Properties, property: Property, path: str) -> Any:
        """Writes one property; MISSING if it is left out."""
        value = instance.__dict__.get(property.name, MISSING)
        if value is None or value is MISSING:
            if not property.optional:
                made = "is None" if value is None else "has no value"
                raise ProviderError(f"`{self.cls.__name__}.{property.name}` {made}: the provider has to set it")
            return MISSING
        at = _path.key(path, property.wire_name)
        if value is UNKNOWN:
            raise InvalidError(at, "is unknown, which only a preview can be")
        return property.type.encode(value, at)

    def encode_what_can_be(self, instance: Properties, side: Side, *, may_lack: bool = False) -> Written:
        """Writes each property separately, and names the properties that cannot be written, because no known property of an
        existing resource may be lost. With `may_lack`, properties without a value are left out and not reported."""
        written = Written({}, [], [])
        for property in self.of(side):
            try:
                read_one(instance, property)
                value = instance.__dict__.get(property.name, MISSING)
                if may_lack and (value is MISSING or value is None):
                    continue
                encoded = self._write(instance, property, "")
                if encoded is not MISSING:
                    _wire.text(encoded).encode()
                    written.properties[property.wire_name] = encoded
            except ProviderError as error:
                written.lost.append(property.wire_name)
                written.reasons.append(error.message)
            except Exception as error:
                # A value of an unknown type may raise any exception.
                written.lost.append(property.wire_name)
                written.reasons.append(f"{property.wire_name}: {type(error).__name__}: {error}")
        return written

    def overlay(self, instance: Properties, original: dict[str, Any], side: Side) -> dict[str, Any]:
        """Merges the known attributes of an instance into its original map. An attribute that was not set keeps its
        original value, with secrets and unknown parts; members that are not properties stay. Without a change, the
        result is the original."""
        result = dict(original)
        changed = False
        for property in self.of(side):
            if property.name not in instance.__dict__:
                continue
            value = instance.__dict__[property.name]
            name = property.wire_name
            if value is None:
                if name in result and not _wire.is_null(result[name]):
                    del result[name]
                    changed = True
                continue
            told = _wire.UNKNOWN if value is UNKNOWN else restored(property, value, result)
            if name not in result or told is not result[name]:
                result[name] = told
                changed = True
        return result if changed else original


def _read(property: Property) -> None:
    """Reads the annotation of one property, and records its mistakes."""
    cls, name = property.owner, property.name
    mistakes: list[str] = []
    property.mistakes = mistakes
    property.type = AnyType()
    property.wire_name = _path.camel(name)
    default = property.default
    try:
        enum_name = f"{cls.__name__}{name.title().replace('_', '')}"
        resolved = resolve(_evaluated(cls, name), enum_name, property.options.get("discriminator"), models=model_of)
    except Unsupported as problem:
        mistakes.append(str(problem))
        return
    except NameError as error:
        mistakes.append(f"its annotation names `{error.name}`, which is not defined")
        return
    except (SyntaxError, TypeError) as error:
        mistakes.append(f"its annotation cannot be read: {error}")
        return
    for info in resolved.infos:
        _merge(property, info)
    property.type = resolved.type
    # A property of any JSON type may be null.
    property.optional = resolved.optional or (isinstance(resolved.type, AnyType) and default is None)
    if resolved.item_rules:
        property.rules["items"] = resolved.item_rules
    if default is MISSING:
        default = property.default
    property.wire_name = property.options.get("name", property.wire_name)
    source = _source.of_class(cls)
    written = source.descriptions.get(name, "") if source is not None else ""
    property.description = property.options.get("description") or resolved.description or written
    if isinstance(property.type, LiteralType) and property.type.is_constant:
        property.constant = property.type.values[0]
        property.default = MISSING if default == property.constant else default
    property.constant = property.options.get("constant", property.constant)
    _judge(property, mistakes)


def _merge(property: Property, info: FieldInfo) -> None:
    if property.default is MISSING:
        property.default = info.default
    # An option at the property overrides an option of a marker.
    property.options = {**info.options, **property.options}
    property.rules = {**info.rules, **property.rules}


def _evaluated(cls: type, name: str) -> Any:
    """One annotation, with all names resolved."""
    annotation = raw_annotations(cls)[name]
    nested = {key: value for key, value in vars(cls).items() if isinstance(value, type)}
    holder = type(cls.__name__, (), {"__annotations__": {name: annotation}, "__module__": cls.__module__})
    return typing.get_type_hints(holder, localns={**nested, cls.__name__: cls}, include_extras=True)[name]


def _is_of_resource(property: Property) -> bool:
    """Whether a resource may have the property: a class that is not an object type, no arguments and no configuration."""
    return not (issubclass(property.owner, Object | Arguments | Results) or property.owner.__configures__)


def _kept_by_pulumi(property: Property) -> str | None:
    """Why a property cannot have its name; None if it can."""
    name = property.wire_name
    if name == "id" and _is_of_resource(property) and not property.owner.__is_component__:
        return (
            "`id` is the resource's own id: `create` returns it, and `self.id` and programs have it without a property. Give the "
            f"server's value another name, such as `{property.owner.__name__.lower()}_id`"
        )
    is_config = property.owner.__configures__
    if name == "pulumi" or (name == "urn" and (is_config or _is_of_resource(property))) or (name == "version" and is_config):
        return f"Pulumi reserves the property name `{name}`: choose another name"
    return None


#: Options that say how a resource records a property.
_OF_RESOURCES = {
    "state_input": "a state input",
    "input_only": "an input only",
    "stable": "stable",
    "depends_on": "made of inputs",
}


def _judge_part(property: Property, wrong: Callable[[str], None]) -> None:
    """Records options of a property that belongs to no resource, which nothing would read."""
    options, owner = property.options, property.owner
    for option, said in _OF_RESOURCES.items():
        # `Input[T]` of a method is an input only.
        if options.get(option) and not options.get("handle"):
            wrong(f"is marked as {said}, which only a property of a resource can be")
    if options.get("write_only") and not issubclass(owner, Object):
        wrong("is marked as write-only, which only a property of a resource can be: write `Secret[T]`")
    if options.get("server_default") and not issubclass(owner, Object):
        wrong("has a server default, which only a property of a resource or of an object can have: the value is read back")
    if issubclass(owner, Arguments | Results) and (options.get("replace") or options.get("will_replace")):
        wrong("is marked with `replace`, and a function has no resource to replace")
    if issubclass(owner, Results):
        if set(property.rules) - {UNKNOWN_OPTIONS}:
            wrong("is a result, which no program sets: remove its rules")
        if options.get("env"):
            wrong("is a result, which no environment variable can give")


def _judge(property: Property, mistakes: list[str]) -> None:
    options, wrong = property.options, mistakes.append

    if kept := _kept_by_pulumi(property):
        wrong(kept)
    if options.get("output") and options.get("input_only"):
        wrong("is marked as an input only, and as an output: write neither for a property that is both")
    if options.get("output") and property.has_default:
        wrong("is an output, which the provider always sets: remove the default")
    if options.get("output") and options.get("env"):
        wrong("is an output, which no environment variable can give")
    if options.get("output") and (options.get("replace") or options.get("will_replace")):
        wrong("is an output, which the user cannot change: remove `replace`")
    for value, what in ((property.default, "default"), (property.constant, "constant")):
        if value is MISSING or value is None:
            if value is None and what == "default" and not property.optional:
                wrong("has the default None, which its type does not allow: write `T | None`")
            continue
        try:
            encoded = property.type.encode(value, "")
        except InvalidError as error:
            wrong(f"its {what} {error.failures[0].reason.replace('the provider made', 'it is')}")
            continue
        if isinstance(encoded, list | dict):
            wrong(f"its {what} has to be a string, a number, a boolean or a member of an enum; set lists and objects in `check`")
    if not _is_of_resource(property):
        _judge_part(property, wrong)
    for message in misfits(property.type, property.rules):
        wrong(message)
    if options.get("write_only") and isinstance(property.owner, type) and issubclass(property.owner, Object):
        wrong("is part of an object, and only a property of a resource can be write-only")
    if options.get("server_default"):
        if options.get("output"):
            wrong("is an output, which is always the provider's: `server_default` is for inputs that the program may leave out")
        if options.get("input_only"):
            wrong("has a server default, which is recorded among the outputs: remove `input_only`")
        if not property.optional:
            wrong("has a server default, so that the program may leave it out: write `ServerDefault[T]`, or `T | None`")
        if property.has_default and property.default is not None or options.get("env"):
            wrong("has a server default: the server chooses the value that the program leaves out. Remove the other default")
    if options.get("depends_on") and not (options.get("output") or options.get("server_default")):
        wrong("is set by the program, so it depends on no other input: `depends_on` is for outputs and for inputs with a server default")
    if options.get("output") and set(property.rules) - {"compare", UNKNOWN_OPTIONS}:
        wrong("is an output, which programs do not set: `compare` is the only rule for it")
