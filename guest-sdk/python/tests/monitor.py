"""A host for tests of components: keeps what is declared, and calls functions of `apply` when a test says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

from pulumi_wasm_provider import Component, Context, Provider, Resource, testing
from pulumi_wasm_provider._manifest.built import BuiltProvider
from pulumi_wasm_provider._model.named import token_of
from pulumi_wasm_provider.deployment.construct import Constructions
from pulumi_wasm_provider.deployment.session import host

SIGNATURE = "4dabf18193072939515e22adb298388d"
OUTPUT = "d0e6a833031e9bbcd3f4e8bde6ca49a4"
SECRET = "1b47061264138c4ac30d75fd1eb44270"


def output(node: int, path: str = "") -> dict[str, Any]:
    """An output of a node, as it crosses the interface."""
    given: dict[str, Any] = {SIGNATURE: OUTPUT, "handle": node}
    return {**given, "path": path} if path else given


def secret(value: Any) -> dict[str, Any]:
    return {SIGNATURE: SECRET, "value": value}


class Monitor:
    """The declaration. A number of a node is the place in `nodes`; node 0 is the component."""

    def __init__(self) -> None:
        self.nodes: list[dict[str, Any]] = [{}]
        self.finished: list[tuple[int, dict[str, Any]]] = []
        #: The lines of look-ups and functions of `apply`.
        self.positions: list[str] = []
        #: Refuses what is declared with this name.
        self.refused: dict[str, Exception] = {}

    def register(self, session: int, kind: Any, token: str, name: str, inputs: str, options: str, position: str) -> int:
        if name in self.refused:
            raise self.refused[name]
        row = {"kind": kind, "token": token, "name": name, "inputs": json.loads(inputs), "options": json.loads(options)}
        return self._add({**row, "position": position})

    def register_outputs(self, session: int, node: int, outputs: str) -> None:
        self.finished.append((node, json.loads(outputs)))

    def look_up(self, session: int, kind: Any, token: str, name: str, arguments: str, options: str, position: str) -> int:
        row = {"kind": kind, "token": token, "name": name, "arguments": json.loads(arguments), "options": json.loads(options)}
        self.positions.append(position)
        return self._add(row)

    def apply(self, session: int, source: str, callback: int, position: str) -> int:
        self.positions.append(position)
        return self._add({"kind": "apply", "source": json.loads(source), "callback": callback})

    def _add(self, row: dict[str, Any]) -> int:
        self.nodes.append(row)
        return len(self.nodes) - 1

    def one(self, name: str) -> dict[str, Any]:
        """The registration of that name."""
        [found] = [row for row in self.nodes if row.get("name") == name]
        return found


class Site:
    """A component that is constructed, and its functions."""

    def __init__(self, provider: Provider) -> None:
        self.monitor = Monitor()
        built = BuiltProvider(provider)
        self.manifest: dict[str, Any] = built.manifest
        self._calls = Constructions(built.name, built.components, _context)
        self._sessions = 0

    def construct(self, cls: type[Component], inputs: dict[str, Any], name: str = "docs") -> dict[str, Any]:
        self._sessions += 1
        token = token_of("site", cls.__options__, cls.__name__)
        context = SimpleNamespace(token=token, name=name, urn=f"urn:{name}")
        request = SimpleNamespace(session=self._sessions, inputs=json.dumps(inputs), options="{}", context=context)
        outputs: dict[str, Any] = json.loads(self._calls.construct(request))
        return outputs

    def call(self, cls: type[Component], name: str, arguments: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        """Calls a method on the component, and gives its results, or what is wrong with its arguments."""
        self._sessions += 1
        token = f"{token_of('site', cls.__options__, cls.__name__)}/{name}"
        context = SimpleNamespace(token=token, name="docs", urn="urn:docs")
        request = SimpleNamespace(
            session=self._sessions, receiver=json.dumps(output(0)), arguments=json.dumps(arguments), context=context
        )
        results, wrong = self._calls.call_method(request)
        return json.loads(results), [str(one) for one in wrong]

    def run(self, applied: dict[str, Any], argument: Any) -> Any:
        """Calls the function of an output, and gives its result."""
        node = self.monitor.nodes[applied["handle"]]
        request = SimpleNamespace(
            session=self._sessions, callback=node["callback"], kind="apply", argument=json.dumps(argument), context=None
        )
        return json.loads(self._calls.run_callback(request))

    def run_callback(self, **request: Any) -> str:
        return self._calls.run_callback(SimpleNamespace(**{"session": self._sessions, "kind": "apply", **request}))

    def close(self) -> None:
        self._calls.close(SimpleNamespace(session=self._sessions))


def _context(request: Any) -> Context:
    context = Context(request.context.urn, request.context.token, request.context.name)
    context.project, context.stack = "shop", "dev"
    return context


@contextmanager
def site(*components: type[Component], resources: tuple[type[Resource], ...] = ()) -> Iterator[Site]:
    """A provider of these components, which is called `site`."""
    provider = Provider(name="site", version="1.0.0", components=components, resources=resources, packages={"random": "4.18.0"})
    with testing.run(Provider(name="empty", version="1.0.0")):
        made = Site(provider)
        host.use(made.monitor)
        try:
            yield made
        finally:
            host.use(None)
