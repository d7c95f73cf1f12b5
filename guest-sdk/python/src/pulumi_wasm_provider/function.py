"""Functions that programs call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, ParamSpec, TypeVar, overload

from ._model import source as _source

P = ParamSpec("P")
R = TypeVar("R")


@dataclass
class FunctionOptions:
    """The author's options for a function."""

    token: str | None
    module: str | None
    name: str | None
    description: str | None
    deprecated: str | None
    language: Mapping[str, Any] | None
    pure: bool
    positional: bool


class Function(Generic[P, R]):
    """A function with its schema. Code can call it like any function."""

    def __init__(self, call: Callable[P, R], options: FunctionOptions) -> None:
        self.call = call
        self.options = options
        self.__name__ = call.__name__
        self.__qualname__ = call.__qualname__
        self.__module__ = call.__module__
        self.__doc__ = call.__doc__
        # Reads the source now, because a component does not have the file.
        _source.module(call.__module__)

    def __call__(self, *arguments: P.args, **options: P.kwargs) -> R:
        return self.call(*arguments, **options)


@overload
def function(call: Callable[P, R], /) -> Function[P, R]: ...
@overload
def function(
    *,
    token: str | None = None,
    module: str | None = None,
    name: str | None = None,
    description: str | None = None,
    deprecated: str | None = None,
    language: Mapping[str, Any] | None = None,
    pure: bool = False,
    positional: bool = False,
) -> Callable[[Callable[P, R]], Function[P, R]]: ...
def function(
    call: Callable[P, R] | None = None,
    /,
    *,
    token: str | None = None,
    module: str | None = None,
    name: str | None = None,
    description: str | None = None,
    deprecated: str | None = None,
    language: Mapping[str, Any] | None = None,
    pure: bool = False,
    positional: bool = False,
) -> Any:
    """Makes a function that programs can call.

    Its parameters are the arguments, or one parameter annotated with a class of `Arguments` has them all. A parameter annotated
    with `FunctionContext` gets the running call. It returns an instance of a class of `Results`, whose properties are the named
    results, or what a property may be. Generated SDKs for Go do not compile for a single text, number or boolean, and without
    arguments for any single value; `pulumi-wasm build` refuses such a function.

    Args:
        token, module: The token or its module, if it is not `package:index:nameInCamelCase`.
        name: The last part of the token, if it is not the function's in camel case.
        description: The description, in place of the docstring.
        pure: It only computes: it can reach nothing, in no call.
        positional: Arguments are given one by one, in the order of the parameters.
    """
    options = FunctionOptions(token, module, name, description, deprecated, language, pure, positional)

    def decorate(call: Callable[P, R]) -> Function[P, R]:
        return Function(call, options)

    return decorate if call is None else decorate(call)
