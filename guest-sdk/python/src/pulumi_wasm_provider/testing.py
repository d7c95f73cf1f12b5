"""A provider without a component: `python -m unittest` runs it on your own machine, with a fake in place of the host.

    class Greets(unittest.TestCase):
        def test_somebody(self) -> None:
            with testing.run(provider) as stack:
                made = stack.create(Greeting, {"name": "World"})
            self.assertEqual(made.outputs["message"], "Hello, World!")

The host's work around hooks (defaults, rules, comparisons) is
not here: `pulumi-wasm test` runs the component with all of it.
"""

from __future__ import annotations

import math
import random as _random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, TypeVar

from ._guest.dispatch import Dispatcher
from ._interface import host as _host
from ._interface import wire as _wire
from ._interface.host import Answer, Request, Severity
from ._interface.schedule import Schedule
from ._manifest.built import BuiltProvider
from ._manifest.parts import BuiltResource
from ._model.classes import model_of
from ._network import replaced as _network
from .contexts.context import Context
from .contexts.view import Step
from .deployment.construct import Constructions
from .deployment.mock import Constructed, Declared, Finds, Graph, LookedUp, Makes
from .deployment.resources.component import Component
from .deployment.session import host as _declarations
from .errors import DeniedError, InvalidError, NotFoundError, PropertyFailure, ProviderError, TimedOutError, UnavailableError, UnsupportedError
from .provider import Provider
from .resource.diff import Diff, Difference
from .resource.listing import Page
from .resource.resource import Resource

__all__ = [
    "Answer",
    "Constructed",
    "Declared",
    "Host",
    "LookedUp",
    "Made",
    "Request",
    "Stack",
    "json_answer",
    "refuse",
    "routes",
    "run",
    "secret",
    "unknown",
]

C = TypeVar("C", bound=Context)

unknown: str = _wire.UNKNOWN
"""A value that is unknown until the deployment, for inputs of checks and previews."""


def secret(value: Any) -> Any:
    """A value as a secret, for inputs."""
    return _wire.secret(value)


@dataclass
class Host:
    """A host for tests. It controls time and randomness, answers HTTP by a function, and records messages and requests."""

    answer: Callable[[Request], Answer] | None = None
    """Answers requests, such as `routes({…})`; without it nothing can be reached."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """Variables that were granted."""
    time: float = 1_767_225_600.0
    """Seconds since 1970. Waiting moves it."""
    assets: Mapping[int, bytes | Mapping[str, bytes]] = field(default_factory=dict)
    """Contents by handle; a mapping is an archive."""
    supports_views: bool = True
    messages: list[tuple[Severity, str]] = field(default_factory=list)
    """The log messages, without progress."""
    statuses: list[str] = field(default_factory=list)
    """Progress that was shown."""
    checkpoints: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    """Ids and outputs that were saved."""
    requests: list[Request] = field(default_factory=list)
    """The requests."""
    steps: list[Step] = field(default_factory=list)
    """Steps of views that were published."""
    generator: _random.Random = field(default_factory=lambda: _random.Random(1))
    _exchanges: dict[int, tuple[Request, bytearray]] = field(default_factory=dict)
    _files: int = 1_000_000
    _waited: float = 0.0
    _pause_ms: float = 0.0
    _shared: dict[str, tuple[str, float]] = field(default_factory=dict)
    _makings: dict[int, str | None] = field(default_factory=dict)
    _turns: dict[str, float] = field(default_factory=dict)

    def log(self, severity: Severity, message: str, ephemeral: bool) -> None:
        if ephemeral:
            self.statuses.append(message)
        else:
            self.messages.append((severity, message))

    def fetch(self, request: Request) -> Answer:
        self.requests.append(request)
        if self.answer is None:
            raise DeniedError(f"{request.url} was not granted")
        return self.answer(request)

    def open_exchange(self, request: Request) -> int:
        number = len(self._exchanges) + 1
        self._exchanges[number] = (request, bytearray())
        return number

    def write_exchange(self, exchange: int, part: bytes) -> None:
        self._exchanges[exchange][1].extend(part)

    def answer_exchange(self, exchange: int) -> Answer:
        request, written = self._exchanges[exchange]
        if written:
            request.body = bytes(written)
        answer = self.fetch(request)
        body = answer.body.encode() if isinstance(answer.body, str) else answer.body
        self._exchanges[exchange] = (request, bytearray(body))
        return Answer(answer.status, url=answer.url, headers=answer.headers)

    def read_exchange(self, exchange: int, count: int) -> bytes:
        body = self._exchanges[exchange][1]
        part = bytes(body[:count])
        del body[:count]
        return part

    def close_exchange(self, exchange: int) -> None:
        self._exchanges.pop(exchange, None)

    def now(self) -> float:
        return self.time

    def monotonic(self) -> float:
        return self.time

    def sleep(self, milliseconds: int) -> None:
        self.time += milliseconds / 1000

    def random(self, count: int) -> bytes:
        return self.generator.randbytes(count)

    def env(self, name: str) -> str | None:
        if name not in self.environment:
            raise DeniedError(f"the environment variable `{name}` was not granted")
        return self.environment[name]

    def save_checkpoint(self, id: str, outputs: str) -> None:
        self.checkpoints.append((id, _wire.parse(outputs)))

    def open_asset(self, handle: int) -> int:
        content = self._asset(handle)
        return len(content) if isinstance(content, bytes) else 0

    def read_asset(self, handle: int, offset: int, count: int) -> bytes:
        content = self._asset(handle)
        return content[offset : offset + count] if isinstance(content, bytes) else b""

    def archive_entries(self, handle: int) -> list[tuple[str, int]]:
        content = self._asset(handle)
        if isinstance(content, bytes):
            return []
        numbers = {path: self._files + index for index, path in enumerate(sorted(content), 1)}
        self._files += len(numbers)
        self.assets = {**self.assets, **{numbers[path]: part for path, part in content.items()}}
        return list(numbers.items())

    def _asset(self, handle: int) -> bytes | Mapping[str, bytes]:
        if handle not in self.assets:
            raise NotFoundError("the file does not exist")
        return self.assets[handle]

    def pause(self, schedule: Schedule, look: int, status: str) -> None:
        if not 1 <= schedule.factor < math.inf:
            raise InvalidError.of([PropertyFailure("factor", "it must be a number of 1 or more")])
        self.statuses.append(status)
        # Computed from the previous pause, because a power of the factor can overflow.
        grown = schedule.first_ms if look == 1 else self._pause_ms * schedule.factor
        self._pause_ms = min(grown, schedule.longest_ms)
        pause = self._pause_ms / 1000
        self._waited = pause if look == 1 else self._waited + pause
        if schedule.timeout_ms and self._waited > schedule.timeout_ms / 1000:
            raise TimedOutError(f"the time is over: {status}")
        if look == schedule.attempts:
            raise TimedOutError(f"still not ready after {look} {'attempt' if look == 1 else 'attempts'}: {status}")
        if look > 10_000:
            raise TimedOutError(f"looked {look} times: {status}")
        self.time += pause

    def get_shared(self, name: str) -> str | int:
        value, ends = self._shared.get(name, ("", 0.0))
        if ends > self.time:
            return value
        if name in self._makings.values():
            raise ProviderError(f"the call that makes the shared value `{name}` asks for it: it would wait for itself")
        making = len(self._makings)
        self._makings[making] = name
        return making

    def keep_shared(self, making: int, value: str, lives_ms: int) -> None:
        name = self._makings[making]
        if name is not None:
            self._shared[name] = (value, self.time + lives_ms / 1000)
        self.give_up_shared(making)

    def give_up_shared(self, making: int) -> None:
        self._makings[making] = None

    def forget_shared(self, name: str, value: str) -> None:
        if self._shared.get(name, ("", 0.0))[0] == value:
            self._shared.pop(name, None)

    def acquire(self, name: str, per_second: float, burst: int) -> None:
        if not per_second > 0 or burst < 1:
            raise InvalidError.of([PropertyFailure("per-second", "it must be a number above 0")])
        interval = 1 / per_second
        regular = max(self._turns.get(name, 0.0), self.time)
        self._turns[name] = regular + interval
        self.time = max(self.time, regular - interval * (burst - 1))

    def publish(self, steps: Sequence[Step]) -> None:
        if not self.supports_views:
            raise UnsupportedError("the engine shows no views")
        self.steps.extend(steps)


@dataclass
class Made:
    """A recorded resource as JSON, with Pulumi's names."""

    id: str
    inputs: dict[str, Any]
    outputs: dict[str, Any]


class Stack:
    """Calls the hooks of one provider, as the host does."""

    def __init__(self, built: BuiltProvider) -> None:
        self.built = built
        self.dispatcher = Dispatcher(built)

    @property
    def manifest(self) -> dict[str, Any]:
        """The component's description of itself, with the schema."""
        return self.built.manifest

    def configure(self, config: Mapping[str, Any]) -> None:
        """Configures the provider, without host-only values, and calls `configure`."""
        self.dispatcher.configure(self._request(None, config=self._shown(config)))

    def check_config(self, config: Mapping[str, Any]) -> list[PropertyFailure]:
        """The failures of a configuration."""
        return self.dispatcher.check_config(self._request(None, config=self._shown(config), preview=True))

    def context(self, kind: type[C], cls: type[Resource] | None = None) -> C:
        """A context for a helper function of the provider: `stack.context(CreateContext, Machine)`. It has the
        configuration and the client."""
        made: C = self.dispatcher.context(self._request(cls), kind)
        return made

    def _shown(self, config: Mapping[str, Any]) -> str:
        """A configuration as the host shows it to the provider."""
        return _wire.text({name: value for name, value in config.items() if name not in self.built.host_only})

    def check(
        self, cls: type[Resource], inputs: Mapping[str, Any], old: Made | None = None
    ) -> tuple[dict[str, Any], list[PropertyFailure]]:
        """The checked inputs, and their faults."""
        request = self._request(
            cls,
            inputs=_wire.text(dict(inputs)),
            old_inputs=_wire.text(old.inputs if old is not None else {}),
            old_outputs=None if old is None else _wire.text(old.outputs),
            preview=True,
        )
        checked = self.dispatcher.check(request)
        return _wire.parse(checked.inputs), checked.failures

    def diff(
        self,
        cls: type[Resource],
        old: Made,
        inputs: Mapping[str, Any],
        differences: Sequence[Difference] = (),
        *,
        delete_before_replace: bool = False,
    ) -> Diff:
        """The comparison after the hook. `differences` are the differences that the host found: `stack.diff(Zone, made, inputs, [Difference("ttl")])`."""
        request = self._request(
            cls,
            id=old.id,
            old_inputs=_wire.text(old.inputs),
            old_outputs=_wire.text(old.outputs),
            inputs=_wire.text(dict(inputs)),
            differences=[(one.path, one.change, one.replaces) for one in differences],
            delete_before_replace=delete_before_replace,
        )
        return self.dispatcher.diff(request)

    def preview_create(self, cls: type[Resource], inputs: Mapping[str, Any]) -> dict[str, Any]:
        """The outputs that a preview of a create shows."""
        given, shown = _wire.text(dict(inputs)), _wire.text(self._predicted(cls, inputs))
        if "preview-create" not in self._resource(cls)[1].hooks:
            return _wire.parse(shown)
        return _wire.parse(self.dispatcher.preview_create(self._request(cls, inputs=given, outputs=shown, preview=True)))

    def preview_update(self, cls: type[Resource], old: Made, inputs: Mapping[str, Any]) -> dict[str, Any]:
        """The outputs that a preview of an update shows."""
        given, shown = _wire.text(dict(inputs)), _wire.text(self._predicted(cls, inputs))
        if "preview-update" not in self._resource(cls)[1].hooks:
            return _wire.parse(shown)
        request = self._request(cls, **self._update(old, given), outputs=shown, preview=True)
        return _wire.parse(self.dispatcher.preview_update(request))

    def create(self, cls: type[Resource], inputs: Mapping[str, Any]) -> Made:
        """Makes a resource."""
        made = self.dispatcher.create(self._request(cls, inputs=_wire.text(dict(inputs))))
        return Made(made.id, dict(inputs), _wire.parse(made.outputs))

    def resume(self, cls: type[Resource], old: Made, inputs: Mapping[str, Any]) -> Made:
        """Completes a resource whose create failed after a checkpoint. `old` is the state of the checkpoint."""
        given = _wire.text(dict(inputs))
        made = self.dispatcher.resume(self._request(cls, id=old.id, old_outputs=_wire.text(old.outputs), inputs=given))
        return Made(made.id, dict(inputs), _wire.parse(made.outputs))

    def read(
        self, cls: type[Resource], id: str, old: Made | None = None, *, inputs: Mapping[str, Any] | None = None
    ) -> Made | None:
        """Reads a resource: in a refresh with the record `old`, otherwise in an import. The id of an import may contain
        some of the `inputs`."""
        known = inputs if old is None else old.inputs
        request = self._request(
            cls,
            id=id,
            old_inputs=None if known is None else _wire.text(dict(known)),
            old_outputs=None if old is None else _wire.text(old.outputs),
            old_views=[],
        )
        read = self.dispatcher.read(request)
        if read is None:
            return None
        outputs = _wire.parse(read.outputs)
        found = outputs if read.inputs is None else _wire.parse(read.inputs)
        return Made(read.id, found, outputs)

    def update(self, cls: type[Resource], old: Made, inputs: Mapping[str, Any]) -> Made:
        """Changes a resource."""
        made = self.dispatcher.update(self._request(cls, **self._update(old, _wire.text(dict(inputs)))))
        return Made(old.id, dict(inputs), _wire.parse(made.outputs))

    def delete(self, cls: type[Resource], old: Made) -> None:
        """Removes a resource."""
        recorded: dict[str, Any] = {"old_inputs": _wire.text(old.inputs), "old_outputs": _wire.text(old.outputs)}
        self.dispatcher.delete(self._request(cls, id=old.id, old_views=[], **recorded))

    def migrate(self, cls: type[Resource], version: int, old: Made) -> Made:
        """The migrated form of recorded state of an older version."""
        inputs, outputs = self.dispatcher.migrate(
            self._request(
                cls, from_version=version, old_inputs=_wire.text(old.inputs), old_outputs=_wire.text(old.outputs)
            )
        )
        return Made(old.id, _wire.parse(inputs or "{}"), _wire.parse(outputs or "{}"))

    def list_(
        self,
        cls: type[Resource],
        query: Mapping[str, Any] | None = None,
        *,
        limit: int | None = None,
        page_size: int | None = None,
        continuation_token: str | None = None,
    ) -> Page:
        """A page of the resources that exist."""
        request = self._request(
            cls,
            query=_wire.text(dict(query or {})),
            limit=limit or 0,
            page_size=page_size or 0,
            continuation_token=continuation_token or "",
        )
        return self.dispatcher.list(request)

    def invoke(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Calls a function by the last part of its token. Fails with the faults of the arguments."""
        token = next((token for token in self.built.functions if token.rsplit(":", 1)[-1] == name), name)
        results, failures = self.dispatcher.invoke(self._request(None, token, arguments=_wire.text(dict(arguments))))
        if failures:
            raise InvalidError.of(failures)
        return _wire.parse(results)

    def construct(
        self,
        cls: type[Component],
        inputs: Mapping[str, Any],
        *,
        preview: bool = False,
        makes: Makes | None = None,
        finds: Finds | None = None,
    ) -> Constructed:
        """Constructs a component, and gives its outputs and what it declared. Its name is the name of the class in small letters. Hooks of
        children run as in their create. Fails as they do.

        Args:
            inputs: By the names that programs have; `secret(…)` and `unknown` may be in them.
            preview: Whether ids, and outputs that `makes` does not give, are unknown.
            makes: Gives the outputs of a child, by its declaration. Without it they are its inputs, and the id is `NAME_id`.
            finds: Gives what is looked up.
        """
        token, name = self._token(cls), cls.__name__.lower()
        request = self._request(None, token, preview, session=1, inputs=_shown(inputs), options="{}")
        request.context.name, request.context.urn = name, _urn(token, name)
        graph = Graph(dict(inputs), preview, makes, finds, request.context.urn)
        return self._entered(graph, request, lambda calls: calls.construct(request))

    def call(
        self,
        cls: type[Component],
        method: str,
        on: Mapping[str, Any],
        arguments: Mapping[str, Any] | None = None,
        *,
        preview: bool = False,
        makes: Makes | None = None,
        finds: Finds | None = None,
    ) -> Constructed:
        """Calls a method of a component, and gives its results as `outputs`, and what it declared. A single result is called
        `result`. Fails with the faults of the arguments.

        Args:
            method: Its name, as programs have it.
            on: The outputs of the resource that has the method. Its name is the name of the class in small letters.
            arguments: By the names that programs have; `secret(…)` and `unknown` may be in them, as in `on`.
            preview: Whether ids, and outputs that `makes` does not give, are unknown.
            makes: Gives the outputs of a child, by its declaration. Without it they are its inputs, and the id is `NAME_id`.
            finds: Gives what is looked up, except the resource itself.
        """
        owner, name = self._token(cls), cls.__name__.lower()
        given, urn = dict(arguments or {}), _urn(owner, name)

        def find(looked_up: LookedUp) -> Mapping[str, Any]:
            resource = looked_up.arguments.get("resource") if looked_up.kind == "reference" else None
            if isinstance(resource, dict) and resource.get("urn") == urn:
                return on
            return finds(looked_up) if finds is not None else {}

        request = self._request(
            None, f"{owner}/{method}", preview, session=1, arguments=_shown(given), receiver=_wire.text(_wire.node(0, ""))
        )
        request.context.name, request.context.urn = name, urn

        def enter(calls: Constructions) -> str:
            results, failures = calls.call_method(request)
            if failures:
                raise InvalidError.of(failures)
            return results

        return self._entered(Graph(given, preview, makes, find, urn), request, enter)

    def _entered(self, graph: Graph, request: Any, enter: Callable[[Constructions], str]) -> Constructed:
        """Runs a call that opens a session, with all of its functions, and returns the result."""
        calls = Constructions(self.built.name, self.built.components, self.dispatcher.context)
        token, preview = request.context.token, request.context.preview

        def run_function(kind: str, callback: int, argument: str) -> str:
            of = self._request(None, token, preview, session=1, callback=callback, kind=kind, argument=argument)
            return calls.run_callback(of)

        _declarations.use(graph)
        try:
            outputs = _wire.parse(enter(calls))
            graph.settle(run_function)
            return graph.constructed(outputs)
        finally:
            calls.close(request)
            _declarations.use(None)

    def _token(self, cls: type[Component]) -> str:
        return next((known for known, found in self.built.components.items() if found.cls is cls), cls.__name__)

    def _resource(self, cls: type[Resource]) -> tuple[str, BuiltResource]:
        found = next(((token, one) for token, one in self.built.resources.items() if one.cls is cls), None)
        if found is None:
            raise UnsupportedError(f"`{cls.__name__}` is not among the `resources` of the provider")
        return found

    def _update(self, old: Made, inputs: str) -> dict[str, Any]:
        return {
            "id": old.id,
            "old_inputs": _wire.text(old.inputs),
            "old_outputs": _wire.text(old.outputs),
            "old_views": [],
            "inputs": inputs,
        }

    def _predicted(self, cls: type[Resource], inputs: Mapping[str, Any]) -> dict[str, Any]:
        """The outputs that the host would show: the inputs of the same names, and unknown for all others."""
        outputs = [property for property in model_of(cls).of("output") if not property.is_input or property.wire_name in inputs]
        return {property.wire_name: inputs[property.wire_name] if property.is_input else unknown for property in outputs}

    def _request(self, cls: type[Resource] | None, token: str = "", preview: bool = False, **members: Any) -> Any:
        if cls is not None:
            token, _ = self._resource(cls)
        name = cls.__name__.lower() if cls is not None else ""
        urn = f"urn:pulumi:test::test::{token}::{name}" if cls is not None else ""
        context = SimpleNamespace(
            urn=urn, token=token, name=name, project="test", stack="test", preview=preview, time_left_ms=3_600_000, extra="{}"
        )
        return SimpleNamespace(context=context, **members)


@contextmanager
def run(
    provider: Provider, host: Host | None = None, *, config: Mapping[str, Any] | None = None, name: str = "test"
) -> Iterator[Stack]:
    """Runs a provider with a fake host during the block. Fails with all mistakes in its definition.

    In a block inside the block, the host is the one of the inner block, for example of a provider with another configuration.
    """
    built = BuiltProvider(provider, {"name": name, "version": "0.0.0"})
    outer = _host.host()
    _host.use(host or Host())
    try:
        # Libraries reach the fake host, too.
        with _network.installed():
            stack = Stack(built)
            if config is not None:
                stack.configure(config)
            yield stack
    finally:
        _host.use(outer)


def _urn(token: str, name: str) -> str:
    return f"urn:pulumi:test::test::{token}::{name}"


def _shown(inputs: Mapping[str, Any]) -> str:
    """The inputs that a component gets: plain values unchanged, all others as outputs of the component itself."""
    return _wire.text({name: value if _is_plain(value) else _wire.node(0, name) for name, value in inputs.items()})


def _is_plain(value: Any) -> bool:
    """Whether a component gets the value unchanged."""
    if isinstance(value, list):
        return all(map(_is_plain, value))
    if isinstance(value, dict):
        return _wire.SIGNATURE not in value and all(map(_is_plain, value.values()))
    return not _wire.is_unknown(value)


def json_answer(value: Any, status: int = 200) -> Answer:
    """An answer with a JSON body."""
    return Answer(status, headers=[("content-type", "application/json")], body=_wire.text(value))


def refuse(request: Request) -> Answer:
    """Answers like a server that is down."""
    raise UnavailableError(f"{request.url}: connection refused")


def routes(answers: Mapping[str, Answer | Callable[[Request], Answer] | Any]) -> Callable[[Request], Answer]:
    """Answers requests by method and address: `Host(answer=routes({"GET https://api.example.com/zones": [{"id": "1"}]}))`.

    An answer is an `Answer`, a function of the request, or a value that is sent as JSON. Other requests fail.
    """

    def answer(request: Request) -> Answer:
        asked = f"{request.method} {request.url}"
        if asked not in answers:
            raise AssertionError(f"no answer is written for `{asked}`; there are {', '.join(f'`{one}`' for one in answers)}")
        given = answers[asked]
        if callable(given):
            given = given(request)
        return given if isinstance(given, Answer) else json_answer(given)

    return answer
