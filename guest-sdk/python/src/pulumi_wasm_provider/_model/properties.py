"""Classes with properties: their common part."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, dataclass_transform, get_origin

from ..errors import InvalidError, NotKnownError, NotSetError, UnsupportedError
from ..fields import MISSING, Constraint, Field, FieldInfo
from . import source as _source
from .listed import listed
from .problems import Problems

if TYPE_CHECKING:
    from .types import Type

#: The attribute in which an instance keeps its source.
STATE = "_came_from"


class Property:
    """One property of a class. `Zone.name` is one; `zone.name` is its value."""

    def __init__(self, owner: type[Properties], name: str) -> None:
        self.owner = owner
        #: As the author named it.
        self.name = name
        # The rest is filled in when the annotation is read; see `classes`.
        self.wire_name = name
        self.description = ""
        self.type: Type
        self.optional = False
        self.default: Any = MISSING
        self.constant: Any = None
        self.options: dict[str, Any] = {}
        self.rules: dict[str, Any] = {}
        #: The fault of the annotation; None until it is read.
        self.mistakes: list[str] | None = None

    @property
    def is_input(self) -> bool:
        """Whether programs set it."""
        return not self.options.get("output")

    @property
    def is_output(self) -> bool:
        """Whether it is recorded."""
        return not self.options.get("input_only")

    @property
    def has_default(self) -> bool:
        """Whether the property has a default that the host fills in. `None` at an optional property is not a
        default."""
        return self.default is not MISSING and self.default is not None

    def __get__(self, instance: Properties | None, owner: type[Properties]) -> Any:
        # Python calls this only if the instance has no such value.
        if instance is None:
            return self
        state = instance.__dict__.get(STATE)
        if state is not None and self.wire_name in state.host_only:
            raise UnsupportedError(
                f"`{type(instance).__name__}.{self.name}` is for the host only: the host sends it with requests, and the provider does "
                "not get it\nhint: remove `host_only=True` from its credential to read it"
            )
        if state is not None and state.read is not None:
            state.read(instance, self)
            if self.name in instance.__dict__:
                return instance.__dict__[self.name]
        if state is not None and state.partial:
            raise NotKnownError(f"`{self.wire_name}` is not known yet")
        raise NotSetError(f"`{type(instance).__name__}.{self.name}` has no value yet")

    def __repr__(self) -> str:
        return f"<property {self.owner.__qualname__}.{self.name}>"


class CameFrom:
    """The source that an instance was read from."""

    __slots__ = ("_properties", "host_only", "id", "partial", "read")

    def __init__(
        self,
        properties: Mapping[str, Any] | Callable[[], Mapping[str, Any]],
        partial: bool,
        read: Callable[[Properties, Property], None] | None = None,
        host_only: frozenset[str] = frozenset(),
    ) -> None:
        self._properties = properties
        #: The names of the configuration's properties that only the host gets.
        self.host_only = host_only
        #: Whether values may be unknown.
        self.partial = partial
        self.id = ""
        #: The function that reads an attribute on first access. It leaves out unknown values.
        self.read = read

    @property
    def properties(self) -> Mapping[str, Any]:
        """The property map."""
        if not isinstance(self._properties, Mapping):
            self._properties = self._properties()
        return self._properties


def plain(name: str) -> str:
    """A normalised name, equal for `baseURL` and `base_url`."""
    return name.replace("_", "").lower()


def closest(name: str, known: Iterable[str], likeness: float = 0.6) -> str | None:
    """The most similar known name; None if no name is similar."""
    # Imported here, because only a mistake needs it.
    import difflib

    names = list(known)
    # A typing slip often swaps two letters.
    swapped = next((one for one in names if plain(one) == plain(name) or sorted(one) == sorted(name)), None)
    return swapped or next(iter(difflib.get_close_matches(name, names, 1, likeness)), None)


def elsewhere(table: Mapping[str, Mapping[str, str]], name: str, *kinds: str) -> str | None:
    """The answer to another framework's name, from the first kind that has an answer."""
    found = (table.get(kind, {}).get(plain(name)) for kind in kinds)
    return next((answer for answer in found if answer), None)


def advice(answer: str) -> str:
    """An answer of a table of synonyms as a sentence: a name, or advice, which has spaces in it."""
    return answer if " " in answer else f"did you mean `{answer}`?"


@dataclass_transform(kw_only_default=True, field_specifiers=(Field,))
class Properties:
    """A class whose annotated attributes are properties. To share properties between resources, derive a class from it,
    and derive the resources from that class too: `class RandomString(Resource, Characters)`.

    Names that begin with an underscore and `ClassVar`s are not properties. A name that Python keeps for itself is written with
    an underscore behind it: `from_`.
    """

    #: The properties that the class itself declares, without inherited properties.
    __own_properties__: ClassVar[dict[str, Property]] = {}
    __constraints__: ClassVar[tuple[Constraint, ...]] = ()
    __options__: ClassVar[dict[str, Any]] = {}
    #: The options that a class of this kind may have beside `constraints`, and what it is called in messages.
    __class_options__: ClassVar[frozenset[str]] = frozenset()
    __noun__: ClassVar[str] = "a class of properties"
    #: Whether the class is the provider's configuration.
    __configures__: ClassVar[bool] = False
    #: Whether the class is a component, whose properties are inputs unless they say otherwise.
    __is_component__: ClassVar[bool] = False

    def __init_subclass__(cls, *, constraints: Sequence[Constraint] = (), **options: Any) -> None:
        super().__init_subclass__()
        cls.__constraints__ = tuple(listed(constraints))
        cls.__options__ = {key: value for key, value in options.items() if value is not None and value is not False}
        # Read now: a component no longer has the source.
        _source.of_class(cls)
        cls.__own_properties__ = {}
        for name in annotated_names(cls):
            property = Property(cls, name)
            given = cls.__dict__.get(name, MISSING)
            if isinstance(given, FieldInfo):
                property.default = given.default
                property.options.update(given.options)
                property.rules.update(given.rules)
            else:
                property.default = given
            cls.__own_properties__[name] = property
            setattr(cls, name, property)

    if not TYPE_CHECKING:

        def __setattr__(self, name: str, value: Any) -> None:
            """Sets a property, or an attribute whose name begins with an underscore. Any other name is a mistake: the
            host never reads it."""
            cls = type(self)
            if not is_settable(cls, name):
                raise AttributeError(lacking(cls, name), name=name, obj=self)
            object.__setattr__(self, name, value)

    def __init__(self, **values: Any) -> None:
        properties = properties_of(type(self))
        for name, value in values.items():
            if name not in properties:
                raise TypeError(f"`{type(self).__name__}` has no property `{name}`")
            self.__dict__[name] = value
        missing = [name for name, property in properties.items() if name not in values and not fill(self, property)]
        if missing:
            named = ", ".join(f"`{name}`" for name in missing)
            raise TypeError(f"`{type(self).__name__}` needs {named}")

    def __repr__(self) -> str:
        # A possible secret is not shown.
        try:
            read_all(self)
        except InvalidError:
            # `repr` must not raise the faults of attributes.
            pass
        parts = []
        for name, property in properties_of(type(self)).items():
            if name in self.__dict__:
                hidden = property.options.get("secret")
                parts.append(f"{name}={'[secret]' if hidden else repr(self.__dict__[name])}")
        return f"{type(self).__name__}({', '.join(parts)})"

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        names = properties_of(type(self))
        read_all(self)
        read_all(other)
        mine = {name: self.__dict__[name] for name in names if name in self.__dict__}
        return mine == {name: other.__dict__[name] for name in names if name in other.__dict__}

    __hash__ = None  # type: ignore[assignment]


def is_settable(cls: type[Properties], name: str) -> bool:
    """Whether instances of a class may have an attribute of this name."""
    return name.startswith("_") or hasattr(cls, name)


def lacking(cls: type[Properties], name: str) -> str:
    """The error for an unknown property, with advice."""
    known = closest(name, properties_of(cls))
    hint = f"did you mean `{known}`?" if known else "begin the name with an underscore if it is not one"
    return f"`{cls.__name__}` has no property `{name}`: {hint}"


def read_all(instance: Properties) -> None:
    """Reads all attributes that are still unread."""
    for property in properties_of(type(instance)).values():
        read_one(instance, property)


def read_one(instance: Properties, property: Property) -> None:
    """Reads an attribute that is still unread."""
    state = instance.__dict__.get(STATE)
    if state is not None and state.read is not None and property.name not in instance.__dict__:
        state.read(instance, property)


def fill(instance: Properties, property: Property) -> bool:
    """Gives a missing attribute its default; false if it has no default."""
    if property.default is not MISSING:
        instance.__dict__[property.name] = property.default
    elif property.constant is not None:
        instance.__dict__[property.name] = property.constant
    elif property.optional:
        instance.__dict__[property.name] = None
    else:
        return False
    return True


def annotated_names(cls: type) -> list[str]:
    """The names of the attributes that the class itself declares as properties."""
    names = []
    for name, annotation in raw_annotations(cls).items():
        is_class_variable = get_origin(annotation) is ClassVar or annotation is ClassVar
        written = isinstance(annotation, str) and annotation.replace("typing.", "").startswith("ClassVar")
        if not (name.startswith("_") or is_class_variable or written):
            names.append(name)
    return names


def raw_annotations(cls: type) -> dict[str, Any]:
    """The annotations of the class itself. Some may be texts or forward references."""
    if sys.version_info >= (3, 14):
        import annotationlib

        return dict(annotationlib.get_annotations(cls, format=annotationlib.Format.FORWARDREF))
    return dict(cls.__dict__.get("__annotations__", {}))


def properties_of(cls: type) -> dict[str, Property]:
    """All properties of a class by attribute, with the properties of its base classes first."""
    found: dict[str, Property] = {}
    for base in reversed(cls.__mro__):
        found.update(base.__dict__.get("__own_properties__", {}))
    return found


class Object(Properties):
    """An object type of the schema: a value with properties inside a property.

    Class options: `token` or `module`, `language`, `constraints`.
    """

    __class_options__: ClassVar[frozenset[str]] = frozenset({"token", "module", "language"})
    __noun__: ClassVar[str] = "an object type"

    if TYPE_CHECKING:

        def __init_subclass__(
            cls,
            *,
            token: str | None = None,
            module: str | None = None,
            language: Mapping[str, Any] | None = None,
            constraints: Sequence[Constraint] = (),
        ) -> None: ...


class Arguments(Properties):
    """The arguments of a function as an object, or the query of a list. Class options: `constraints`."""

    __noun__: ClassVar[str] = "arguments"

    if TYPE_CHECKING:

        def __init_subclass__(cls, *, constraints: Sequence[Constraint] = ()) -> None: ...


class Results(Properties):
    """The named results of a function, or of a method of a component."""

    __noun__: ClassVar[str] = "results"

    if TYPE_CHECKING:

        def __init_subclass__(cls) -> None: ...


class OldProperties(Properties):
    """The properties that an older version recorded, for a migration; in no schema."""

    __noun__: ClassVar[str] = "a class of old properties"

    if TYPE_CHECKING:

        def __init_subclass__(cls) -> None: ...

    else:

        def __init_subclass__(cls, **options: Any) -> None:
            """Fails at once, because no schema contains these properties, so no later check would find the mistake."""
            super().__init_subclass__()
            if options:
                problems = Problems()
                for option in options:
                    problems.add(cls, f"`{option}` is not an option of {cls.__noun__}, which has none")
                problems.raise_all()
