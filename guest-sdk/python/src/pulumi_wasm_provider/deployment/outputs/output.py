"""Handles of values that may not be known yet."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar, TypeVarTuple, Unpack, overload

from ..._interface import wire as _wire
from ..._model import path as _path
from ...errors import InvalidError, ProviderError
from ...fields import MISSING, FieldInfo
from ..session import session
from ..session.origin import about, place
from .declared import Expression, expressed, or_null
from .reading import Later, Reading, reading_of
from .unreadable import Unreadable

if TYPE_CHECKING:
    from ..._model.properties import Properties
    from ..._model.thing import Composite

T_co = TypeVar("T_co", covariant=True)
A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
D = TypeVar("D")
E = TypeVar("E")
F = TypeVar("F")
U = TypeVar("U")
Ts = TypeVarTuple("Ts")


class Output(Unreadable, Expression, Generic[T_co]):
    """A value that may be unknown: an output of a child, or derived from such values. Code cannot read it, because it
    is unknown in a preview; `apply` derives another value from it once it is known.

    Unknowns, secrets and dependencies propagate with the value. An output is valid until the component is constructed.

    As the annotation of an attribute it says that the provider sets it. In a `Resource`, the attribute then is the value itself; in a
    `Component`, it is an `Output`.
    """

    #: The options that the annotation gives an attribute.
    __field__: ClassVar[FieldInfo] = FieldInfo(options={"output": True, "handle": True})

    def __init__(self, value: Any, session: int | None, reading: Reading) -> None:
        self._value = value
        #: The session of the nodes in the value; None for a value without nodes.
        self._session = session
        self._reading = reading

    if TYPE_CHECKING:

        @overload
        def __get__(self, instance: Composite, owner: Any) -> Self: ...
        @overload
        def __get__(self, instance: Properties | None, owner: Any) -> T_co: ...
        @overload
        def __get__(self, instance: object, owner: Any) -> Self: ...
        def __get__(self, instance: object, owner: Any) -> Any: ...
        def __set__(self, instance: object, value: T_co | Output[T_co]) -> None: ...

    @staticmethod
    def of(value: A) -> Output[A]:
        """Converts a plain value, or a list or dict that contains outputs, to an output."""
        return _made(value)

    @overload
    @staticmethod
    def all(values: Sequence[Output[A]], /) -> Output[list[A]]: ...
    @overload
    @staticmethod
    def all(values: Mapping[str, Output[A]], /) -> Output[dict[str, A]]: ...
    @overload
    @staticmethod
    def all(a: Output[A], b: Output[B], /) -> Joined[A, B]: ...
    @overload
    @staticmethod
    def all(a: Output[A], b: Output[B], c: Output[C], /) -> Joined[A, B, C]: ...
    @overload
    @staticmethod
    def all(a: Output[A], b: Output[B], c: Output[C], d: Output[D], /) -> Joined[A, B, C, D]: ...
    @overload
    @staticmethod
    def all(a: Output[A], b: Output[B], c: Output[C], d: Output[D], e: Output[E], /) -> Joined[A, B, C, D, E]: ...
    @overload
    @staticmethod
    def all(a: Output[A], b: Output[B], c: Output[C], d: Output[D], e: Output[E], f: Output[F], /) -> Joined[A, B, C, D, E, F]: ...
    @staticmethod
    def all(*values: Any) -> Any:
        """Several values as a single output, which is known when all of them are known.

            Output.all(host, port).apply(lambda host, port: f"{host}:{port}")
            Output.all([page.output("url") for page in pages]).apply(lambda urls: " ".join(urls))
            Output.all({page.name: page.output("url") for page in pages})
        """
        if len(values) == 1:
            given = values[0]
            return _made(dict(given) if isinstance(given, Mapping) else list(given))
        return Joined(_made(list(values)))

    @overload
    def apply(self, function: Callable[[T_co], Output[U]]) -> Output[U]: ...
    @overload
    def apply(self, function: Callable[[T_co], U]) -> Output[U]: ...
    def apply(self, function: Callable[[T_co], Any]) -> Output[Any]:
        """Derives a value from this one once it is known. While it is unknown, as in most previews, the function is not
        called, and the result is unknown too.

            host.apply(lambda host: f"https://{host.lower()}/")

        The function gets the value with its secrets open; the result is secret again. It gives what a property may be, or an output.
        It may declare children with `cx`: a preview shows those only if it knows the value.
        """
        return applied(self, function, "apply")

    def get(self, path: str) -> Output[Any]:
        """A part of the value by its path, such as `endpoint` or `zones[0].id`."""
        return self._below(path)

    def __getitem__(self, key: str | int) -> Output[Any]:
        """A member of an object, or an element of a list."""
        return self._below(_path.item("", key) if isinstance(key, int) else _path.key("", key))

    def secret(self) -> Output[T_co]:
        """The same value as a secret. Values derived from it are secret too."""
        return Output(MISSING if self._value is MISSING else _wire.secret(self._value), self._session, self._reading)

    def _below(self, path: str) -> Output[Any]:
        node = _wire.node_of(self._value)
        if node is None:
            # A new node, so that paths can begin there.
            same = applied(self, lambda value: value, "get")
            return same._below(path)
        above = node[1]
        whole = f"{above}{path}" if path.startswith("[") or not above else f"{above}.{path}"
        return Output(_wire.node(node[0], whole), self._session, Reading())

    def _expressed(self, path: str) -> Any:
        if self._session is not None and self._session != session.number():
            raise InvalidError(
                path,
                "is an output of another or a finished component: an output is valid only while its component is constructed",
            )
        return self._value

    def __repr__(self) -> str:
        # The value may be a secret.
        node = _wire.node_of(self._value)
        return f"<{type(self).__name__}>" if node is None else f"<{type(self).__name__}: node {node[0]} {node[1]}>"


class Input(Output[T_co]):
    """An input of a component: a value that the program sets, which may be unknown.

    `Input[T | None]` may be left out; its value then is None. It is for components: a `Resource` gets values.
    """

    __field__: ClassVar[FieldInfo] = FieldInfo(options={"input_only": True, "handle": True})


class Joined(Unreadable, Expression, Generic[Unpack[Ts]]):
    """Several values as a single output, from `Output.all`."""

    def __init__(self, values: Output[list[Any]]) -> None:
        self._values = values
        self._reading = values._reading

    @overload
    def apply(self, function: Callable[[Unpack[Ts]], Output[U]]) -> Output[U]: ...
    @overload
    def apply(self, function: Callable[[Unpack[Ts]], U]) -> Output[U]: ...
    def apply(self, function: Callable[..., Any]) -> Output[Any]:
        """Derives a value once all are known. The function gets each value as an argument. See `Output.apply`."""
        return applied(self._values, lambda values: function(*values), "apply")

    def _expressed(self, path: str) -> Any:
        return self._values._expressed(path)

    def __repr__(self) -> str:
        return "<Joined>"


def output_of_node(node: int, path: str, reading: Reading | None = None) -> Output[Any]:
    """An output of a node of the running session."""
    return Output(_wire.node(node, path), session.running().number, reading or Reading())


def _made(value: Any) -> Output[Any]:
    told = expressed(value)
    # A value without outputs is valid in any session.
    of = session.number() if told is not MISSING and _wire.contains_node(told) else None
    return Output(told, of, reading_of(value))


def applied(source: Output[Any], function: Callable[[Any], Any], what: str) -> Output[Any]:
    """Declares a value that a function makes of the source."""
    at = place()
    running = session.running()
    told = source._expressed("")
    later = Later()

    def callback(argument: str) -> str:
        value = _read(source._reading, argument, f"the value of `{what}` at {at}")
        try:
            given = function(value)
        except ProviderError as error:
            error.prefixed(f"`{what}` at {at}")
            raise
        if inspect.iscoroutine(given):
            given.close()
            raise ProviderError(f"the function of `{what}` at {at} is `async`: write a function that returns the value itself")
        later.found = reading_of(given)
        with about(f"the result of `{what}` at {at}"):
            return _wire.text(or_null(expressed(given)))

    with about(f"the value at {at}"):
        node = running.apply(_wire.text(or_null(told)), callback, at)
    return Output(_wire.node(node, ""), running.number, later)


def _read(reading: Reading, argument: str, what: str) -> Any:
    with about(what):
        return reading.read(_wire.parse_value(argument))
