"""Which rules fit which types."""

from __future__ import annotations

from typing import Any, Final

from ..fields import RULES, UNKNOWN_OPTIONS, FieldOptions
from ..values.value import ValueType
from .properties import advice, closest, elsewhere
from .synonyms import OPTIONS
from .types import Kind, ListType, MapType, Type

#: The kind of type that a rule of the manifest is for.
_RULES: Final[dict[str, Kind]] = {
    "minimum": "number",
    "maximum": "number",
    "exclusiveMinimum": "number",
    "exclusiveMaximum": "number",
    "multipleOf": "number",
    "minLength": "text",
    "maxLength": "text",
    "pattern": "text",
    "patternReason": "text",
    "format": "text",
    "minItems": "list",
    "maxItems": "list",
    "uniqueItems": "list",
    "minProperties": "map",
    "maxProperties": "map",
    "keyPattern": "map",
}
_WRITTEN: Final = {rule: name for name, rule in RULES.items()}

_COMPARISONS: Final[dict[str, Kind | None]] = {
    "ignore-case": "text",
    "trim": "text",
    "trailing-dot": "text",
    "trailing-slash": "text",
    "json": "text",
    "cidr": "text",
    "duration": "text",
    "url": "text",
    "set": "list",
    "empty": None,
    "presence": None,
}

#: The names of the kinds in the table of synonyms. Without a match there, an answer for another kind is better than none.
_KINDS: Final[dict[str, str]] = {"number": "number", "text": "string", "list": "list", "map": "map"}

_NOUNS: Final[dict[str, str]] = {"number": "numbers", "text": "strings", "list": "lists", "map": "maps"}

#: The equivalent rule for another kind of type.
_INSTEAD: Final[dict[tuple[str, str], str]] = {
    (f"{bound}{of}", kind): f"{bound}_{noun}"
    for bound in ("min", "max")
    for of in ("Length", "Items", "Properties")
    for kind, noun in (("text", "length"), ("list", "items"), ("map", "properties"))
}

def _unknown(name: str, kind: str) -> str:
    answer = elsewhere(OPTIONS, name, _KINDS.get(kind, kind), "", *_KINDS.values()) or closest(name, FieldOptions.__annotations__)
    return f"`{name}` is not an option of `Field`: {advice(answer) if answer else 'the pages about Python list the options'}"


def narrowed(rules: dict[str, Any], natural: dict[str, Any]) -> dict[str, Any]:
    """The author's rules, and the rules of the type that the author did not override."""
    result = dict(rules)
    for name, rule in natural.items():
        if name == "items":
            result[name] = narrowed(rules.get(name, {}), rule)
        elif name == "patternReason":
            # The reason of the type does not explain the author's pattern.
            if "pattern" not in rules:
                result[name] = rule
        else:
            result.setdefault(name, rule)
    return result


def misfits(type: Type, rules: dict[str, Any]) -> list[str]:
    """The faults of the rules for a property of this type. The host checks whether the rules agree with each other."""
    if isinstance(type, ValueType):
        type = type.inner
    found = []
    for rule, value in rules.items():
        if rule == "items":
            inner = type.items if isinstance(type, ListType) else type.values if isinstance(type, MapType) else None
            if inner is not None:
                found += [f"at its elements, {message}" for message in misfits(inner, value)]
        elif rule == UNKNOWN_OPTIONS:
            found += [_unknown(name, type.kind) for name in value]
        elif rule == "compare":
            for name in value:
                if name not in _COMPARISONS:
                    known = ", ".join(f'"{known}"' for known in _COMPARISONS)
                    found.append(f'"{name}" is not a comparison; expected one of {known}')
                elif (needs := _COMPARISONS[name]) is not None and type.kind != needs:
                    found.append(f'compare="{name}" is for {_NOUNS[needs]}')
        else:
            kind = _RULES[rule]
            if type.kind != kind:
                instead = _INSTEAD.get((rule, type.kind))
                found.append(f"`{_WRITTEN[rule]}` is for {_NOUNS[kind]}" + (f": write `{instead}`" if instead else ""))
    if "patternReason" in rules and "pattern" not in rules:
        found.append("`pattern_reason` explains a `pattern`, which is missing")
    return found
