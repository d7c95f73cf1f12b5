"""The construction of a component, as its author sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from ...contexts.context import Context
from ..session.session import Session
from .declaring import Declaring, Scope

if TYPE_CHECKING:
    from ...config import Config

C = TypeVar("C", bound="Config")


class ComponentContext(Declaring):
    """The component under construction. It declares children. Nothing here shows whether it is a preview or an update,
    because both must declare the same.
    """

    def __init__(self, context: Context, session: Session, package: str) -> None:
        super().__init__(Scope(session, package, context.name))
        self._context = context

    @property
    def name(self) -> str:
        """The name of the component in the program."""
        return self._context.name

    @property
    def urn(self) -> str:
        """The URN of the component."""
        return self._context.urn

    @property
    def token(self) -> str:
        """The type token of the component."""
        return self._context.token

    @property
    def project(self) -> str | None:
        """The project that is deployed; None if the engine did not say."""
        return self._context.project

    @property
    def stack(self) -> str | None:
        """The stack that is deployed; None if the engine did not say."""
        return self._context.stack

    def config(self, cls: type[C]) -> C:
        """The provider's configuration."""
        return self._context.config(cls)

    def debug(self, message: object) -> None:
        """Shows a message if the user asks for debug output."""
        self._context.debug(message)

    def info(self, message: object) -> None:
        """Shows a message."""
        self._context.info(message)

    def warn(self, message: object) -> None:
        """Shows a warning."""
        self._context.warn(message)

    def random(self, count: int) -> bytes:
        """Bytes derived from the component's URN: the same in a preview and its update. The modules `random`, `secrets`
        and `uuid` give the same bytes as well."""
        return self._context.random(count)
