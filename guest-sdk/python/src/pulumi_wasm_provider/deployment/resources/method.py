"""Methods of components: functions that programs call on a resource."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, overload

from ..._model import source as _source

F = TypeVar("F", bound=Callable[..., Any])

#: The attribute of a function that has its options.
OPTIONS = "__pulumi_method__"


@dataclass(frozen=True)
class MethodOptions:
    """The author's options for a method."""

    name: str | None = None
    description: str | None = None
    deprecated: str | None = None
    language: Mapping[str, Any] | None = None


@overload
def method(call: F, /) -> F: ...
@overload
def method(
    *,
    name: str | None = None,
    description: str | None = None,
    deprecated: str | None = None,
    language: Mapping[str, Any] | None = None,
) -> Callable[[F], F]: ...
def method(
    call: Any = None,
    /,
    *,
    name: str | None = None,
    description: str | None = None,
    deprecated: str | None = None,
    language: Mapping[str, Any] | None = None,
) -> Any:
    """Turns a function of a `Component` into a method that programs call on a resource. `self` has the outputs of the
    resource that the engine knows, but not its inputs. A parameter annotated with `ComponentContext` declares as in
    `construct`; the others are the arguments: `Input[T]` may not be known yet, and any other type has to be known by
    the program. It gives an `Output[T]`, an instance of a class of `Results`, or None.

    Args:
        name: The name, if it is not the function's in camel case.
        description: The description, in place of the docstring.
    """
    options = MethodOptions(name, description, deprecated, language)

    def decorate(call: F) -> F:
        setattr(call, OPTIONS, options)
        # While there still is a source to read.
        _source.module(call.__module__)
        return call

    return decorate if call is None else decorate(call)
