"""Hooks of children: functions that run before or after the engine creates or updates a resource."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypedDict

from ..._interface import wire as _wire
from ..._interpreter.failures import as_provider_error, described
from ..._model import path as _path
from ..._model.listed import listed
from ...errors import ProviderError
from ..outputs.reading import Reading
from ..session import session
from ..session.origin import about, called, place
from . import options as _options


class HookArguments:
    """A resource before or after the engine creates or updates it. Secrets are in plain text. An unknown value is
    `None`, for example after a failed resource."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        event: str = told["event"]
        self.event: str = _EVENTS.get(event, event)
        """The moment: `before_create`, `after_create`, `before_update` or `after_update`."""
        self.token: str = told["type"]
        """The type token."""
        self.name: str = told["name"]
        """The name in full."""
        self.urn: str = told["urn"]
        """The URN."""
        self.id: str | None = told.get("id")
        """The id that the provider returned; None before a create."""
        self.new_inputs: dict[str, Any] | None = _read(told, "newInputs")
        """The inputs of this deployment, by the names that their package has for them."""
        self.old_inputs: dict[str, Any] | None = _read(told, "oldInputs")
        """The inputs of the last deployment; None in a create."""
        self.new_outputs: dict[str, Any] | None = _read(told, "newOutputs")
        """The outputs that the provider returned; None before the operation."""
        self.old_outputs: dict[str, Any] | None = _read(told, "oldOutputs")
        """The outputs of the last deployment; None in a create."""


Hook = Callable[[HookArguments], object]
"""A function that runs before or after a resource is created or updated. The result is ignored."""


class Hooks(TypedDict, total=False):
    """Functions by the moments at which they run, one or several for each. They run in deployments, not in previews,
    and declare nothing. An error before a create or an update prevents it; an error after it fails the deployment, and
    the resource stays."""

    before_create: Hook | Sequence[Hook]
    """Before the provider creates the resource."""
    after_create: Hook | Sequence[Hook]
    """After the provider created it."""
    before_update: Hook | Sequence[Hook]
    """Before the provider updates it."""
    after_update: Hook | Sequence[Hook]
    """After the provider updated it."""


#: The moments, by the names that the engine has for them.
_EVENTS: dict[str, str] = {_path.camel(name): name for name in Hooks.__annotations__}
#: Moments that only programs have. Without them, the closest match would be a wrong moment.
_OF_DELETES = frozenset({"before_delete", "after_delete"})


def numbers(given: Mapping[str, Any] | None) -> dict[str, list[int]]:
    """The numbers of the functions of an option `hooks`, by moment, for the host. Moments without functions are left out."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise ProviderError('`hooks` does not say when a function runs: write a dict such as `{"after_create": check}`')
    for name in _OF_DELETES.intersection(given):
        reason = "the hooks of a component run in its construction, and a resource may be deleted in a deployment without one"
        raise ProviderError(f"`{name}` is not a moment of `hooks`: {reason}")
    _options.refuse_others(given, frozenset(_EVENTS.values()), "a moment of `hooks`")
    kept = {event: [_kept(function) for function in listed(given.get(name))] for event, name in _EVENTS.items()}
    return {event: functions for event, functions in kept.items() if functions}


def _kept(function: Hook) -> int:
    at = f"the hook at {place()}"
    if not callable(function):
        raise ProviderError(f"{at} is `{type(function).__name__}`: give a function")

    def meant(arguments: HookArguments) -> object:
        try:
            return function(arguments)
        except ProviderError:
            raise
        except Exception as error:
            # The error goes to the engine, which fails this resource alone; a crash would end the whole construction.
            raise as_provider_error(error) or ProviderError(described(error)) from error

    def callback(argument: str) -> str:
        with about(f"the argument of {at}"):
            arguments = HookArguments(_wire.parse(argument))
        called(meant, arguments, at, "a function that is done when it returns")
        return _wire.text(None)

    return session.running().keep(callback)


def _read(told: Mapping[str, Any], properties: str) -> dict[str, Any] | None:
    read: dict[str, Any] | None = Reading().read(told.get(properties))
    return read
