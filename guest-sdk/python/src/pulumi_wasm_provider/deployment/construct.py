"""The calls about components."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .._interface import wire as _wire
from ..contexts.context import Context
from ..errors import InvalidError, PropertyFailure, ProviderError, UnsupportedError
from .model.component import BuiltComponent
from .resources.cx import ComponentContext
from .session.session import Session

#: The kinds of callbacks.
APPLY = "apply"
TRANSFORM = "transform"
HOOK = "hook"


@dataclass
class Constructions:
    """The calls about components of one instance."""

    package: str
    components: dict[str, BuiltComponent]
    context: Callable[[Any], Context]
    """Makes the context of a request."""

    def construct(self, request: Any) -> str:
        """Hook `construct`: returns the text of the outputs."""
        found = self.components.get(request.context.token)
        if found is None:
            raise UnsupportedError(f"`{request.context.token}` is not a component of this package")
        context = self.context(request)
        session = Session.open(request.session)
        with session.entered():
            instance = found.read(_wire.parse(request.inputs))
            given: Any = found.cls.construct(instance, ComponentContext(context, session, self.package))
            if given is not None:
                raise ProviderError(f"`{found.cls.__name__}.construct` returned {type(given).__name__}: it sets the outputs on `self`")
            return _wire.text(found.write(instance))

    def run_callback(self, request: Any) -> str:
        """Runs a function of a session, and returns the text of its result."""
        if request.kind not in (APPLY, TRANSFORM, HOOK):
            raise UnsupportedError(f"callbacks of the kind `{request.kind}` are not known to this component")
        session = Session.find(request.session)
        with session.entered():
            if request.kind == APPLY:
                return session.run(request.callback, request.argument)
            return session.run_kept(request.kind, request.callback, request.argument)

    def call_method(self, request: Any) -> tuple[str, list[PropertyFailure]]:
        """Calls a method: returns the text of its results, or the faults of its arguments."""
        token, _, name = request.context.token.rpartition("/")
        found = self.components.get(token)
        method = found.methods.get(name) if found is not None else None
        if method is None:
            raise UnsupportedError(f"`{request.context.token}` is not a method of this package")
        context = self.context(request)
        session = Session.open(request.session)
        with session.entered():
            try:
                results = method.call(request.receiver, request.arguments, ComponentContext(context, session, self.package))
            except InvalidError as error:
                return "{}", error.failures
            return _wire.text(results), []

    def close(self, request: Any) -> None:
        """Ends a session."""
        Session.close(request.session)
