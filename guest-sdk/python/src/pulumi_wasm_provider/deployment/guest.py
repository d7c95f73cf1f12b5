"""The exported functions of a provider with components, and the way to the host's `deployment`. Imported in such a component alone."""

from __future__ import annotations

from typing import Any

from wit_world.exports import components as wit
from wit_world.imports import deployment

from .._guest import component as _component
from .._interpreter import language as _language
from .construct import Constructions
from .session import host

_EXTRA = "{}"

_RESOURCES: dict[host.ResourceKind, Any] = {
    "custom": deployment.ResourceKind.CUSTOM,
    "group": deployment.ResourceKind.GROUP,
    "remote": deployment.ResourceKind.REMOTE,
}


class _Imports:
    """The real host."""

    def register(
        self, session: int, kind: host.ResourceKind, token: str, name: str, inputs: str, options: str, position: str
    ) -> int:
        registration = deployment.Registration(session, _RESOURCES[kind], token, name, inputs, options, position, _EXTRA)
        node: int = _component.asked(deployment.register, registration)
        return node

    def register_outputs(self, session: int, node: int, outputs: str) -> None:
        _component.asked(deployment.register_outputs, deployment.GroupOutputs(session, node, outputs, _EXTRA))

    def look_up(
        self, session: int, kind: host.LookupKind, token: str, name: str, arguments: str, options: str, position: str
    ) -> int:
        query = deployment.Query(session, kind, token, name, arguments, options, position, _EXTRA)
        node: int = _component.asked(deployment.look_up, query)
        return node

    def apply(self, session: int, source: str, callback: int, position: str) -> int:
        applied = deployment.AppliedFunction(session, source, callback, position, _EXTRA)
        node: int = _component.asked(deployment.apply, applied)
        return node


def bind(module: str, project: str) -> tuple[type, type, type]:
    """The exported classes of a provider with components, which the main module has under their names. `project` is a JSON object
    with the settings of pyproject.toml."""
    dispatcher = _component.load(module, project)
    description, lifecycle = _component.exported(dispatcher)
    built = dispatcher.built
    constructions = Constructions(built.name, built.components, dispatcher.context)
    called = _component.called
    host.use(_Imports())

    class Components:
        def construct(self, request: Any) -> Any:
            return wit.ConstructResponse(called(constructions.construct, request), _EXTRA)

        def call_method(self, request: Any) -> Any:
            results, wrong = called(constructions.call_method, request)
            return wit.MethodResponse(results, _component.failures(wrong), _EXTRA)

        def run_callback(self, request: Any) -> Any:
            return wit.CallbackResponse(called(constructions.run_callback, request), _EXTRA)

        def close(self, request: Any) -> None:
            called(constructions.close, request)

    _language.after_import()
    return description, lifecycle, Components
