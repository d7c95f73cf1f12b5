"""Reports the public names of a class that are neither properties nor hooks, because the host would never call a misspelt hook."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from ..fields import FieldInfo
from . import source as _source
from .problems import Problems
from .properties import Properties, Property, closest, is_settable, lacking, plain

#: Modules of Python with base classes that only describe a class, such as `Protocol` and `ABC`.
_FORMS = frozenset({"abc", "builtins", "collections.abc", "typing"})

#: Forms of a function in a class. A `property` is read as a value, which the host does not call.
_FUNCTIONS = (classmethod, staticmethod, functools.partialmethod)


def judge_methods(
    cls: type,
    hooks: Collection[str],
    others: Mapping[str, str],
    fault: str,
    own: str,
    problems: Problems,
    is_known: Callable[[object], bool] = lambda member: False,
) -> None:
    """Reports each public method that is neither a hook nor known by `is_known`. `others` has the names of hooks in other
    frameworks, `fault` is the mistake, and `own` is the advice for a method that is meant for the provider."""
    for base, name, member in public_members(cls):
        if name in hooks or not _is_method(member) or is_known(member):
            continue
        meant = _meant(name, hooks, others)
        advice = own.format(name=f"`_{name}`")
        problems.add(base, f"{fault}: {f'did you mean `{meant}`? Else ' if meant else ''}{advice}", name)


def judge_fields(cls: type, problems: Problems) -> None:
    """Reports attributes with a `Field` and without an annotation, which are not properties."""
    for base, name, member in public_members(cls):
        if isinstance(member, FieldInfo):
            problems.add(base, f"has no annotation, so it is not a property: write `{name}: str = Field(…)`", name)


def judge_options(cls: type[Properties], problems: Problems) -> None:
    """Reports unknown options of a class, and of the classes that it only takes properties from."""
    for base in cls.__mro__:
        if base is not cls and Properties not in base.__bases__:
            continue
        for option in base.__dict__.get("__options__", {}):
            known: frozenset[str] = getattr(base, "__class_options__")
            if option not in known:
                noun: str = getattr(base, "__noun__")
                problems.add(base, f"`{option}` is not an option of {noun}: {_known_option(option, known | {'constraints'})}")


def judge_attributes(cls: type[Properties], problems: Problems) -> None:
    """Reports attributes that are named like an option of the class, because such an option is never read."""
    options = getattr(cls, "__class_options__") | {"constraints"}
    by_plain = {plain(option): option for option in options}
    for base, name, member in public_members(cls):
        # A property may be called like an option, and so may a method.
        if isinstance(member, (Property, property)) or _is_method(member):
            continue
        form = next((one.__name__ for one in cls.__mro__ if is_of_sdk(one)), Properties.__name__)
        exact = by_plain.get(plain(name))
        near = exact or (closest(name, options, 0.8) if len(name) > 4 else None)
        written = f"write `class {cls.__name__}({form}, {near}=…)`"
        if exact is not None:
            problems.add(base, f"is an option of the class: {written}", name)
        elif near is not None:
            problems.add(base, f"is not known to the host: did you mean the option `{near}`? Then {written}. Else call it `_{name}`", name)


def judge_assignments(cls: type[Properties], problems: Problems) -> None:
    """Reports attributes that methods set on `self` and that the class does not have. Otherwise only the call would report them, when
    a resource may exist already."""
    for base in cls.__mro__:
        source = None if is_of_sdk(base) or base.__module__ in _FORMS else _source.of_class(base)
        for method, found in source.methods.items() if source is not None else ():
            for name, line in found.assigned.items():
                if not is_settable(cls, name):
                    problems.add(base, f"sets `self.{name}`, and {lacking(cls, name)}", method, line)


def public_members(cls: type) -> Iterator[tuple[type, str, Any]]:
    """The public members of the classes that an author wrote, the class itself first."""
    for base in cls.__mro__:
        if not is_of_sdk(base) and base.__module__ not in _FORMS:
            yield from ((base, name, member) for name, member in list(vars(base).items()) if not name.startswith("_"))


def is_of_sdk(cls: type) -> bool:
    """Whether a class is one of this package."""
    return cls.__module__.partition(".")[0] == __name__.partition(".")[0]


def _is_method(member: object) -> bool:
    if isinstance(member, _FUNCTIONS):
        return True
    return callable(member) and not inspect.isclass(member)


def _meant(name: str, hooks: Collection[str], others: Mapping[str, str]) -> str | None:
    """The hook that an author may have meant."""
    if found := others.get(plain(name)) or closest(name, hooks, 0.7):
        return found
    if other := closest(plain(name), others, 0.8):
        return others[other]
    # `delete_zone`: other frameworks put the kind of resource into the method's name; here the class is the kind.
    return next((hook for hook in sorted(hooks, key=len, reverse=True) if name.startswith(f"{hook}_")), None)


def _known_option(option: str, known: frozenset[str]) -> str:
    if near := closest(option, known):
        return f"did you mean `{near}`?"
    return f"there {'are' if len(known) > 1 else 'is'} {', '.join(f'`{one}`' for one in sorted(known))}"
