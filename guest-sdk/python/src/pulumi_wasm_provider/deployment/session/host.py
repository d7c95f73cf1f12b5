"""The functions of the host that declare something. A component calls the real functions, a test a fake."""

from __future__ import annotations

from typing import Any, Literal, Protocol

ResourceKind = Literal["custom", "group", "remote"]
LookupKind = Literal["read", "invoke", "method", "reference"]


class Declarations(Protocol):
    """The interface `deployment`. Nothing waits: each call returns the number of a node at once. Every failure is a
    `ProviderError`."""

    def register(
        self, session: int, kind: ResourceKind, token: str, name: str, inputs: str, options: str, position: str
    ) -> int:
        """Declares a resource."""
        raise NotImplementedError

    def register_outputs(self, session: int, node: int, outputs: str) -> None:
        """Registers the outputs of a group."""

    def look_up(self, session: int, kind: LookupKind, token: str, name: str, arguments: str, options: str, position: str) -> int:
        """Looks up something that exists."""
        raise NotImplementedError

    def apply(self, session: int, source: str, callback: int, position: str) -> int:
        """Declares a value that a function derives from the source."""
        raise NotImplementedError


class _Nowhere:
    """Replaces the host outside the construction of a component."""

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError("no component is constructed here: declare resources in `construct` and in functions of `apply`")


_declarations: Any = _Nowhere()


def declarations() -> Declarations:
    """The host."""
    found: Declarations = _declarations
    return found


def use(new: Declarations | None) -> None:
    """Makes this the host from now on; None takes it away."""
    global _declarations
    _declarations = _Nowhere() if new is None else new
