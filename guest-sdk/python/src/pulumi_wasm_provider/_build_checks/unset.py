"""Finds outputs that `create` never sets. Otherwise only a deployment would report them, when the resource exists
already. It only warns where the source leaves no doubt."""

from __future__ import annotations

from .._model import source as _source
from .._model.listed import listed
from .._model.members import is_of_sdk
from .._model.properties import properties_of
from ..provider import Provider
from ..resource.resource import Resource


def unset(provider: Provider) -> list[str]:
    """A sentence with its place for each output of a resource that `create` has to set and never sets."""
    found = []
    for cls in listed(provider.resources):
        wanted = [
            name
            for name, property in properties_of(cls).items()
            if not property.is_input and not property.optional and not property.has_default and property.constant is None
        ]
        owner = next(base for base in cls.__mro__ if "create" in vars(base))
        source = _source.of_class(owner)
        create = source.methods.get("create") if source is not None else None
        # A `create` without a result always fails.
        if not wanted or create is None or "value" not in create.returns:
            continue
        assigned = _assigned(cls)
        found += [
            f"{_source.place(owner, 'create')}{cls.__name__}.create: never sets the output `{name}`, which is not optional: set "
            f"`self.{name}` there, or write `Output[… | None]` if the resource may lack it"
            for name in wanted
            if assigned is not None and name not in assigned
        ]
    return found


def _assigned(cls: type[Resource]) -> set[str] | None:
    """The attributes that `create` and the methods that it uses may set. None if other code may set some, too."""
    assigned: set[str] = set()
    reached = {"create"}
    waiting = ["create"]
    while waiting:
        name = waiting.pop()
        for base in cls.__mro__:
            if is_of_sdk(base) or base is object or name not in vars(base):
                continue
            if name in properties_of(cls):
                break
            source = _source.of_class(base)
            method = source.methods.get(name) if source is not None else None
            if method is None or method.is_opaque:
                return None
            assigned.update(method.assigned)
            waiting += method.used - reached
            reached |= method.used
    # Code elsewhere may set attributes: through `__dict__`, or in a function of the author.
    if any(name.startswith("__") for name in reached) or _sets_attributes(cls):
        return None
    return assigned


def _sets_attributes(cls: type[Resource]) -> bool:
    return any("__setattr__" in vars(base) for base in cls.__mro__ if not is_of_sdk(base) and base is not object)
