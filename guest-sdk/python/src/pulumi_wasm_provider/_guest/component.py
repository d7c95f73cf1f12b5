"""The provider as a component: the functions that the host calls, and the way to the host. Imported in a component
alone."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Sequence
from typing import Any, cast

from componentize_py_types import Err
from wit_world.exports import lifecycle as wit
from wit_world.imports import asset, checkpoint, clock, common, env, http, log, random, shared, views, waiting

from .. import errors
from .._build_checks.find import provider_of
from .._interface import host as _host
from .._interface import wire as _wire
from .._interface.schedule import Schedule
from .._interpreter import language as _language
from .._interpreter.failures import UnrecordedError, as_provider_error, described
from .._manifest.built import BuiltProvider
from .._model.classes import model_of
from .._model.properties import Properties
from ..contexts.view import Step, View
from .dispatch import Dispatcher, Made

_EXTRA = "{}"

_KINDS: tuple[tuple[Any, type[errors.ProviderError]], ...] = (
    (common.Error_NotFound, errors.NotFoundError),
    (common.Error_AlreadyExists, errors.AlreadyExistsError),
    (common.Error_Denied, errors.DeniedError),
    (common.Error_Unavailable, errors.UnavailableError),
    (common.Error_TimedOut, errors.TimedOutError),
    (common.Error_Cancelled, errors.CancelledError),
    (common.Error_Unsupported, errors.UnsupportedError),
    (common.Error_AwaitFailed, errors.AwaitFailedError),
)


def _to_error(error: BaseException) -> Any:
    """Converts an exception to the interface's error."""
    found = as_provider_error(error)
    if found is None:
        return common.Error_Crashed(common.Failure(_whole(described(error)), _EXTRA))
    if isinstance(found, errors.InvalidError):
        return common.Error_Invalid(failures(found.failures))
    if isinstance(found, errors.PartialError):
        resource = cast(Properties, found.state)
        written = model_of(type(resource)).encode_what_can_be(resource, "output")
        reasons = [*found.reasons, *([written.reason] if written.lost else [])]
        return _partial(found.id, _wire.text(written.properties), reasons, None)
    if isinstance(found, UnrecordedError):
        return _partial(found.id, found.outputs, [found.message], found.names)
    failure = common.Failure(_whole(found.message), _EXTRA)
    for case, kind in _KINDS:
        if isinstance(found, kind):
            return case(failure)
    return common.Error_Other(failure)


def _partial(id: object, outputs: str, reasons: Sequence[str], unrecorded: list[str] | None) -> Any:
    told = [_whole(reason) for reason in reasons]
    return common.Error_Partial(common.PartialState(_whole(str(id)), outputs, told, unrecorded, _EXTRA))


def _from_error(error: Any) -> errors.ProviderError:
    """The error of an import."""
    if isinstance(error, common.Error_Invalid):
        return errors.InvalidError.of([errors.PropertyFailure(one.property, one.reason) for one in error.value])
    for case, kind in _KINDS:
        if isinstance(error, case):
            return kind(error.value.message)
    if isinstance(error, common.Error_Partial):
        return errors.ProviderError("; ".join(error.value.reasons))
    return errors.ProviderError(error.value.message)


def failures(told: Sequence[errors.PropertyFailure]) -> list[Any]:
    """Converts failures of properties to the interface's form."""
    return [common.PropertyFailure(_whole(one.property), _whole(one.reason), _EXTRA) for one in told]


def _whole(text: str) -> str:
    """A valid text for the interface: replaces half characters."""
    return text if text.isascii() else text.encode(errors="replace").decode()


def asked(call: Callable[..., Any], *arguments: Any) -> Any:
    """Calls an import."""
    try:
        return call(*arguments)
    except Err as error:
        raise _from_error(error.value) from None


_SEVERITIES = {
    "debug": log.Severity.DEBUG,
    "info": log.Severity.INFO,
    "warning": log.Severity.WARNING,
    "error": log.Severity.ERROR,
}


class _Imports:
    """The real host."""

    def log(self, severity: _host.Severity, message: str, ephemeral: bool) -> None:
        log.emit(log.Entry(_SEVERITIES[severity], _whole(message), ephemeral, _EXTRA))

    def fetch(self, request: _host.Request) -> _host.Answer:
        answer = asked(http.fetch, _request(request))
        return _host.Answer(answer.status, url=answer.url, headers=_pairs(answer.headers), body=answer.body.value)

    def open_exchange(self, request: _host.Request) -> int:
        number: int = asked(http.open, _request(request))
        return number

    def write_exchange(self, exchange: int, part: bytes) -> None:
        asked(http.write, exchange, part)

    def answer_exchange(self, exchange: int) -> _host.Answer:
        head = asked(http.answer, exchange)
        return _host.Answer(head.status, url=head.url, headers=_pairs(head.headers))

    def read_exchange(self, exchange: int, count: int) -> bytes:
        part: bytes = asked(http.read, exchange, count)
        return part

    def close_exchange(self, exchange: int) -> None:
        http.close(exchange)

    def now(self) -> float:
        instant = clock.now()
        seconds: float = instant.seconds + instant.nanoseconds / 1e9
        return seconds

    def monotonic(self) -> float:
        milliseconds: float = clock.monotonic_ms()
        return milliseconds / 1000

    def sleep(self, milliseconds: int) -> None:
        asked(clock.sleep, milliseconds)

    def random(self, count: int) -> bytes:
        parts = bytearray()
        while len(parts) < count:
            # The largest number of bytes that the host returns in one call.
            parts += asked(random.get, min(count - len(parts), 1 << 20))
        return bytes(parts)

    def env(self, name: str) -> str | None:
        found: str | None = asked(env.get, name)
        return found

    def save_checkpoint(self, id: str, outputs: str) -> None:
        asked(checkpoint.save, checkpoint.State(id, outputs, _EXTRA))

    def open_asset(self, handle: int) -> int:
        return int(asked(asset.open, handle).size)

    def read_asset(self, handle: int, offset: int, count: int) -> bytes:
        part: bytes = asked(asset.read, handle, float(offset), count)
        return part

    def archive_entries(self, handle: int) -> list[tuple[str, int]]:
        return [(entry.path, entry.handle) for entry in asked(asset.entries, handle)]

    def pause(self, schedule: Schedule, look: int, status: str) -> None:
        asked(waiting.pause, _backoff(schedule), look, status)

    def get_shared(self, name: str) -> str | int:
        found: str | int = asked(shared.get, _whole(name)).value
        return found

    def keep_shared(self, making: int, value: str, lives_ms: int) -> None:
        asked(shared.keep, making, shared.Made(value, lives_ms, _EXTRA))

    def give_up_shared(self, making: int) -> None:
        shared.give_up(making)

    def forget_shared(self, name: str, value: str) -> None:
        asked(shared.forget, _whole(name), _whole(value))

    def acquire(self, name: str, per_second: float, burst: int) -> None:
        asked(shared.acquire, _whole(name), shared.Rate(per_second, burst, _EXTRA))

    def publish(self, steps: Sequence[Step]) -> None:
        asked(views.publish, [_step(step) for step in steps])


def _pairs(headers: Any) -> list[tuple[str, str]]:
    return [(header.name, header.value) for header in headers]


def _backoff(schedule: Schedule) -> Any:
    return common.Backoff(
        schedule.attempts, schedule.first_ms, schedule.factor, schedule.longest_ms, schedule.timeout_ms, _EXTRA
    )


def _request(request: _host.Request) -> Any:
    body: Any = None
    match request.body:
        case str(text):
            body = http.Content_Text(text)
        case bytes(data):
            body = http.Content_Bytes(data)
        case _host.AssetBody(handle):
            body = http.Content_Asset(handle)
        case _host.Written(None):
            body = http.Content_Written()
        case _host.Written(int(length)):
            body = http.Content_WrittenBytes(float(length))
    backoff = None if request.backoff is None else _backoff(request.backoff)
    headers = [http.Header(name, value) for name, value in request.headers]
    return http.Request(request.method, request.url, headers, body, request.timeout_ms, request.redirects, backoff, _EXTRA)


def _step(step: Step) -> Any:
    operation = views.Operation[step.operation.upper()]
    return views.Step(operation, _shown(step.old), _shown(step.new), step.failure, _EXTRA)


def _shown(view: View | None) -> Any:
    if view is None:
        return None
    inputs, outputs = _wire.text(view._inputs), _wire.text(view._outputs)
    return common.View(view.token, view.name, *view._parent, inputs, outputs, _EXTRA)


_CHANGES: dict[Any, tuple[str, bool]] = {
    wit.DifferenceKind.ADD: ("added", False),
    wit.DifferenceKind.ADD_REPLACE: ("added", True),
    wit.DifferenceKind.REMOVE: ("removed", False),
    wit.DifferenceKind.REMOVE_REPLACE: ("removed", True),
    wit.DifferenceKind.CHANGE: ("changed", False),
    wit.DifferenceKind.CHANGE_REPLACE: ("changed", True),
}
_CHANGE_KINDS = {form: kind for kind, form in _CHANGES.items()}


def called(call: Callable[[Any], Any], request: Any) -> Any:
    """Runs a hook. All exceptions become errors of the interface."""
    try:
        _language.begin_call()
        return call(request)
    except BaseException as error:
        raise Err(_to_error(error)) from None


def bind(module: str, project: str) -> tuple[type, type]:
    """The exported classes of a provider, which the component's main module has under their names. `project` is a JSON
    object with the settings of pyproject.toml."""
    classes = exported(load(module, project))
    _language.after_import()
    return classes


def load(module: str, project: str) -> Dispatcher:
    """Imports the author's modules, and reads the provider in them."""
    _language.before_import()
    built = BuiltProvider(provider_of(importlib.import_module(module)), json.loads(project))
    _host.use(_Imports())
    return Dispatcher(built)


def exported(dispatcher: Dispatcher) -> tuple[type, type]:
    """The classes that every provider exports."""

    class Description:
        def describe(self) -> str:
            return dispatcher.built.description

    class Lifecycle:
        def check_config(self, request: Any) -> Any:
            return wit.CheckConfigResponse(failures(called(dispatcher.check_config, request)), _EXTRA)

        def configure(self, request: Any) -> None:
            called(dispatcher.configure, request)

        def check(self, request: Any) -> Any:
            checked = called(dispatcher.check, request)
            return wit.CheckResponse(checked.inputs, failures(checked.failures), _EXTRA)

        def diff(self, request: Any) -> Any:
            request.differences = [(one.property, *_CHANGES[one.kind]) for one in request.differences]
            compared = called(dispatcher.diff, request)
            differences = [
                wit.PropertyDifference(one.path, _CHANGE_KINDS[(one.change, one.replaces)], _EXTRA) for one in compared.differences
            ]
            return wit.DiffResponse(differences, compared.delete_before_replace, _EXTRA)

        def create(self, request: Any) -> Any:
            made: Made = called(dispatcher.create, request)
            return wit.CreateResponse(made.id, made.outputs, made.refresh_before_update, _EXTRA)

        def resume(self, request: Any) -> Any:
            made: Made = called(dispatcher.resume, request)
            return wit.UpdateResponse(made.outputs, made.refresh_before_update, _EXTRA)

        def preview_create(self, request: Any) -> Any:
            return wit.PreviewResponse(called(dispatcher.preview_create, request), _EXTRA)

        def read(self, request: Any) -> Any:
            made: Made | None = called(dispatcher.read, request)
            if made is None:
                return wit.ReadResponse(None, _EXTRA)
            state = wit.ResourceState(made.id, made.inputs, made.outputs, made.refresh_before_update, _EXTRA)
            return wit.ReadResponse(state, _EXTRA)

        def update(self, request: Any) -> Any:
            made: Made = called(dispatcher.update, request)
            return wit.UpdateResponse(made.outputs, made.refresh_before_update, _EXTRA)

        def preview_update(self, request: Any) -> Any:
            return wit.PreviewResponse(called(dispatcher.preview_update, request), _EXTRA)

        def delete(self, request: Any) -> None:
            called(dispatcher.delete, request)

        def migrate(self, request: Any) -> Any:
            inputs, outputs = called(dispatcher.migrate, request)
            return wit.MigrateResponse(inputs, outputs, _EXTRA)

        def list(self, request: Any) -> Any:
            page = called(dispatcher.list, request)
            found = [wit.ListedResource(one.id, one.name, _EXTRA) for one in page.resources]
            return wit.ListResponse(found, page.continuation_token or "", _EXTRA)

        def invoke(self, request: Any) -> Any:
            results, wrong = called(dispatcher.invoke, request)
            return wit.InvokeResponse(results, failures(wrong), _EXTRA)

    return Description, Lifecycle
