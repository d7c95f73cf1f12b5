"""Protocols of an author's classes, for annotations in the lower modules."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

R_co = TypeVar("R_co", covariant=True)


class Thing(Protocol):
    """An instance of a class that derives from `Resource`."""

    @property
    def id(self) -> str: ...
    def create(self, cx: Any) -> str: ...


class Composite(Protocol):
    """An instance of a class that derives from `Component`."""

    def construct(self, cx: Any) -> None: ...


class Configuration(Protocol):
    """An instance of a class that derives from `Config`."""

    def configure(self, cx: Any) -> object: ...


class MakesClient(Protocol[R_co]):
    """A configuration, by the result of its `configure`."""

    def configure(self, cx: Any) -> R_co: ...
