"""An author's options for a property: `Field(…)`, and the markers `Output`, `Secret`, `Replace` and so on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import EllipsisType
from typing import Annotated, Any, Final, Literal, TypedDict, TypeVar, Unpack, overload

from ._model.listed import listed

Format = Literal[
    "ipv4", "ipv6", "ip", "cidr", "hostname", "url", "email", "uuid", "date-time", "duration", "base64"
]
Comparison = Literal[
    "ignore-case",
    "trim",
    "trailing-dot",
    "trailing-slash",
    "json",
    "cidr",
    "duration",
    "url",
    "set",
    "empty",
    "presence",
]


class Missing:
    """Stands for a default that was not given."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = Missing()


@dataclass(eq=False)
class FieldInfo:
    """The options of one `Field(…)`."""

    default: Any = MISSING
    options: dict[str, Any] = field(default_factory=dict)
    rules: dict[str, Any] = field(default_factory=dict)


#: The rules of `Field`, and their names in the manifest.
RULES: Final = {
    "ge": "minimum",
    "le": "maximum",
    "gt": "exclusiveMinimum",
    "lt": "exclusiveMaximum",
    "multiple_of": "multipleOf",
    "min_length": "minLength",
    "max_length": "maxLength",
    "pattern": "pattern",
    "pattern_reason": "patternReason",
    "format": "format",
    "min_items": "minItems",
    "max_items": "maxItems",
    "unique_items": "uniqueItems",
    "min_properties": "minProperties",
    "max_properties": "maxProperties",
    "key_pattern": "keyPattern",
    "compare": "compare",
}

#: Stands among the rules for the options that `Field` does not have.
UNKNOWN_OPTIONS: Final = "unknownOptions"


class FieldOptions(TypedDict, total=False):
    """The options of `Field`; see there."""

    name: str | None
    description: str | None
    output: bool
    input_only: bool
    write_only: bool
    secret: bool
    replace: bool
    will_replace: bool
    stable: bool
    state_input: bool
    server_default: bool
    depends_on: Sequence[str]
    env: str | Sequence[str] | None
    constant: str | float | bool | None
    discriminator: str | None
    deprecated: str | None
    language: Mapping[str, Any] | None
    ge: float | None
    le: float | None
    gt: float | None
    lt: float | None
    multiple_of: float | None
    min_length: int | None
    max_length: int | None
    pattern: str | None
    pattern_reason: str | None
    format: Format | None
    min_items: int | None
    max_items: int | None
    unique_items: bool
    min_properties: int | None
    max_properties: int | None
    key_pattern: str | None
    compare: Comparison | Sequence[Comparison] | None


Given = TypeVar("Given")


@overload
def Field(default: EllipsisType, /, **options: Unpack[FieldOptions]) -> Any: ...
@overload
def Field(default: Given, /, **options: Unpack[FieldOptions]) -> Given: ...
# Fits every annotation. Type checkers take the `Input[str]` of a component for a separate class.
@overload
def Field(*, default: Any = MISSING, **options: Unpack[FieldOptions]) -> Any: ...
def Field(default: Any = MISSING, **options: Any) -> Any:
    """Options of a property: `length: int = Field(2, ge=1)`, or `Annotated[int, Field(ge=1)]`.

    Args:
        default: The value if the program gives none: a text, a number, a boolean or a member of an enum. `None` at an
            optional property is not a default, and `...` gives none. Without `default=` before it, type checkers compare it with
            the annotation, and take the property for required in the constructor of the class.
        name: The property's name, if it is not the attribute's in camel case.
        description: The description, in place of the text below it.
        output: Set by the provider only. Short: `Output[str]`.
        input_only: Kept among the inputs, not among the outputs. Short: `InputOnly[str]`.
        write_only: `input_only`, always a secret, and kept through refreshes. Short: `WriteOnly[str]`.
        secret: Always a secret. Short: `Secret[str]`.
        replace: A change replaces the resource. Short: `Replace[str]`.
        will_replace: Like `replace`, but only in the documentation of SDKs.
        stable: An output that keeps its value until the resource is replaced. Short: `Stable[str]`.
        state_input: A program that looks a resource up by its id may say it too; `read` gets it in the recorded state or by
            `cx.inputs`.
        server_default: An optional input that the server chooses if the program does not. Its value never counts as an
            input, and an update leaves it as it is. Short: `ServerDefault[str]`, which is `str | None`.
        depends_on: Of an output: the attributes of the inputs that it is made of. It is secret if one of them is,
            unknown in previews if one of them is unknown, and an update that changes none of them keeps it.
        env: The environment variables that the value comes from if the program gives none; the user has to grant them.
        constant: The only possible value; a program need not give it.
        discriminator: Of a union of objects: the property that tells them apart, a `Literal` in each.
        deprecated: A warning for programs that still set it.
        language: Information for generators of SDKs, by language.
        ge, le, gt, lt, multiple_of: Rules for numbers: at least, at most, above, below, a multiple.
        min_length, max_length: Rules for texts, in characters.
        pattern: A regular expression that is found in the text, without look-around and back-references.
        pattern_reason: The requirement for the text, in words.
        format: The kind of text.
        min_items, max_items, unique_items: Rules for lists. For rules of their elements, write
            `list[Annotated[str, Field(max_length=63)]]`.
        min_properties, max_properties, key_pattern: Rules for maps.
        compare: When two values are the same.
    """
    write_only = options.get("write_only")
    depends_on, env, language, compare = (options.get(name) for name in ("depends_on", "env", "language", "compare"))
    said: dict[str, Any] = {
        **{name: options.get(name) for name in FieldOptions.__annotations__ if name not in RULES},
        "input_only": options.get("input_only") or write_only,
        "secret": options.get("secret") or write_only,
        "depends_on": tuple(listed(depends_on)) or None if depends_on is not None else None,
        "env": listed(env) if env is not None else None,
        "language": dict(language) if language is not None else None,
    }
    rules: dict[str, Any] = {
        **{rule: options.get(name) for name, rule in RULES.items()},
        "uniqueItems": options.get("unique_items") or None,
        "compare": listed(compare) if compare is not None else None,
        # The check of rules reports this, together with the other mistakes.
        UNKNOWN_OPTIONS: [name for name in options if name not in FieldOptions.__annotations__] or None,
    }
    return FieldInfo(
        MISSING if default is ... else default,
        {key: value for key, value in said.items() if value is not None and value is not False},
        {key: value for key, value in rules.items() if value is not None},
    )


@dataclass(frozen=True)
class Exact:
    """Marks whole numbers that are texts in the schema."""


ExactInt = Annotated[int, Exact()]
"""A whole number with all its digits: an `int` here, and a text for programs, whose numbers are exact up to 2^53 only."""


@dataclass(frozen=True)
class Doc:
    """A description: `Annotated[str, Doc("The name to greet.")]`, mostly for arguments of functions."""

    text: str


T = TypeVar("T")

InputOnly = Annotated[T, Field(input_only=True)]
"""An input that is not an output."""
WriteOnly = Annotated[T, Field(write_only=True)]
"""An input that is always a secret, never an output, and kept through refreshes: a password that is sent once."""
Secret = Annotated[T, Field(secret=True)]
"""Always a secret."""
Replace = Annotated[T, Field(replace=True)]
"""A change replaces the resource."""
Stable = Annotated[T, Field(output=True, stable=True)]
"""An output that keeps its value until the resource is replaced."""
ServerDefault = Annotated[T | None, Field(server_default=True)]
"""An optional input that the server chooses if the program does not."""


@dataclass(frozen=True)
class Constraint:
    """A rule between several properties, by the names of the attributes."""

    kind: Literal["exactlyOneOf", "atLeastOneOf", "conflicts", "allOrNone", "requires"]
    names: tuple[str, ...]
    subject: str | None = None


def ExactlyOneOf(*names: str) -> Constraint:
    """Exactly one of these attributes is given."""
    return Constraint("exactlyOneOf", names)


def AtLeastOneOf(*names: str) -> Constraint:
    """One or more of these attributes are given."""
    return Constraint("atLeastOneOf", names)


def Conflicts(*names: str) -> Constraint:
    """At most one of these attributes is given."""
    return Constraint("conflicts", names)


def AllOrNone(*names: str) -> Constraint:
    """All of these attributes are given, or none of them."""
    return Constraint("allOrNone", names)


def Requires(subject: str, *names: str) -> Constraint:
    """If the first attribute is given, the others are too."""
    return Constraint("requires", names, subject)


@dataclass(frozen=True)
class AutoName:
    """The host generates a name if the program does not set one: from the resource's name, a separator and random
    characters. It follows `pulumi:autonaming`, and keeps a generated name."""

    attribute: str
    separator: str | None = None
    random_length: int | None = None
    alphabet: str | None = None
    max_length: int | None = None
    lowercase: bool = False
