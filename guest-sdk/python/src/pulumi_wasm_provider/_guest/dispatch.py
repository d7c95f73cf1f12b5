"""From requests to an author's hooks and back: JSON to typed values, typed values to JSON.

Requests have the attributes of `wit/0.1.0/lifecycle.wit`; answers are plain, and `component` gives them their form.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .._interface import wire as _wire
from .._interpreter.failures import UnrecordableError, UnrecordedError, recordable
from .._manifest.built import BuiltProvider, configured
from .._manifest.parts import BuiltResource
from .._model.classes import ShapeError, model_of
from .._model.properties import fill
from ..config import Config
from ..contexts.context import Context
from ..contexts.hooks import (
    CheckContext,
    ConfigureContext,
    CreateContext,
    DeleteContext,
    DiffContext,
    FunctionContext,
    ListContext,
    PreviewContext,
    ReadContext,
    UpdateContext,
)
from ..contexts.view import View
from ..errors import InvalidError, NotKnownError, PropertyFailure, ProviderError, UnsupportedError
from ..resource.diff import Diff, Difference
from ..resource.listing import ListRequest, Page
from ..resource.migration import OldState
from ..resource.resource import ReadResult, Resource, set_id
from ..values.value import Value


@dataclass
class Checked:
    """The answer of a check."""

    inputs: str = "{}"
    failures: list[PropertyFailure] = field(default_factory=list)


@dataclass
class Made:
    """The answer of `create`, `resume`, `update` and `read`."""

    outputs: str
    id: str
    inputs: str | None = None
    refresh_before_update: bool = False


class Dispatcher:
    """One instance of a component: the provider, and the configuration that it was given."""

    def __init__(self, built: BuiltProvider) -> None:
        self.built = built
        self.configuration: Config | None = None
        self.client: object = None

    # --- configuration ------------------------------------------------------------------------------------------

    def check_config(self, request: Any) -> list[PropertyFailure]:
        """Hook `check-config`."""
        cls = self.built.provider.config
        if cls is None or "check-config" not in self.built.config_hooks:
            raise UnsupportedError("the configuration has no `check`")
        context = self.context(request, CheckContext)
        config = model_of(cls).decode(_wire.parse(request.config), "", partial=True, host_only=self.built.host_only)
        return _judged(lambda: config.check(context), context)

    def configure(self, request: Any) -> None:
        """Configures the instance."""
        cls = self.built.provider.config
        if cls is None:
            return
        config: Config = model_of(cls).decode(_wire.parse(request.config), "", host_only=self.built.host_only)
        self.client = config.configure(self.context(request, ConfigureContext))
        self.configuration = config

    # --- resources ----------------------------------------------------------------------------------------------

    def check(self, request: Any) -> Checked:
        """Hook `check`."""
        found = self._resource(request)
        context = self.context(request, CheckContext)
        context._old_inputs, context._old_outputs = request.old_inputs, request.old_outputs
        inputs = _wire.parse(request.inputs)
        resource = found.model.decode_later(lambda: inputs, side="input", partial=True)
        found.model.read_absent(resource, inputs, "input")
        failures = _judged(lambda: resource.check(context), context)
        checked = found.model.overlay(resource, inputs, "input")
        return Checked(request.inputs if checked is inputs else _wire.text(checked), failures)

    def diff(self, request: Any) -> Diff:
        """Hook `diff`."""
        found = self._resource(request)
        context = self.context(request, DiffContext)
        differences = [Difference(*one) for one in request.differences]
        diff = Diff(differences, request.delete_before_replace)
        old = found.model.decode_later(lambda: self._merged(found, _wire.parse(request.old_outputs), _wire.parse(request.old_inputs)))
        resource = found.model.decode_later(lambda: _wire.parse(request.inputs), side="input", partial=True)
        set_id(old, request.id)
        set_id(resource, request.id)
        try:
            _until_unknown(lambda: resource.diff(old, diff, context))
        except ShapeError as error:
            # A state of another shape does not fail the call, because the host can compare it.
            context.debug(f"the recorded state has another shape, so the host compares it: {error}")
            return Diff([Difference(*one) for one in request.differences], request.delete_before_replace)
        return diff

    def create(self, request: Any) -> Made:
        """Hook `create`."""
        found = self._resource(request)
        context = self.context(request, CreateContext)
        resource: Resource = found.model.decode(_wire.parse(request.inputs), "", side="input")
        id: Any = resource.create(context)
        if (text := _as_text(id)) is not None:
            made = self._made(found, resource, context, text)
            what = "a Value" if isinstance(id, Value) else repr(id)
            message = f"`{found.cls.__name__}.create` returned {what}: it has to return the resource's id as a text"
            raise UnrecordedError(made.id, made.outputs, [], message)
        if not isinstance(id, str) or not id:
            raise UnrecordableError(
                f"`{found.cls.__name__}.create` returned {id!r}: it has to return the resource's id, because without one nothing can "
                "be found again"
            )
        return self._made(found, resource, context, id)

    def resume(self, request: Any) -> Made:
        """Hook `resume`."""
        found = self._resource(request)
        context = self.context(request, UpdateContext)
        outputs, inputs = _wire.parse(request.old_outputs), _wire.parse(request.inputs)
        old = self._old(found, request.id, outputs, inputs)
        resource = self._changed(found, request.id, outputs, inputs)
        resource.resume(old, context)
        return self._made(found, resource, context, request.id)

    def preview_create(self, request: Any) -> str:
        """Hook `preview-create`: returns the outputs to show."""
        found = self._resource(request)
        context = self.context(request, PreviewContext)
        return self._predicted(found, request, lambda resource: resource.preview_create(context))

    def read(self, request: Any) -> Made | None:
        """Hook `read`: None if the resource does not exist."""
        found = self._resource(request)
        context = self.context(request, ReadContext)
        context.old_views = [_view(view) for view in request.old_views]
        inputs = None if request.old_inputs is None else _wire.parse(request.old_inputs)
        context._inputs = inputs
        old = None
        if request.old_outputs is not None:
            try:
                old = self._recorded(found, request.id, _wire.parse(request.old_outputs), inputs or {})
            except InvalidError:
                # A lookup may provide any part of the state, so only the id is reliable, as in an import.
                pass
        answer = found.cls.read(request.id, old, context)
        if answer is None:
            return None
        told: ReadResult[Any] = answer if isinstance(answer, ReadResult) else ReadResult(answer)
        if not isinstance(told.state, found.cls):
            raise ProviderError(
                f"`{found.cls.__name__}.read` returned {type(told.state).__name__}: it has to return a {found.cls.__name__}, a "
                "ReadResult with one, or None"
            )
        importing = request.old_outputs is None
        with recordable():
            outputs = found.model.encode(told.state, "", side="output")
            made = Made(_wire.text(outputs), told.id or request.id, refresh_before_update=context._wants_refresh)
            if told.inputs is not None:
                made.inputs = _wire.text(found.model.encode(_told_inputs(found, told.inputs), "", side="input"))
            elif importing and any(not one.is_output for one in found.model.attributes.values()):
                # The host takes them from the outputs, which lack an input that is not an output.
                made.inputs = _wire.text(found.model.encode(told.state, "", side="input"))
        return made

    def update(self, request: Any) -> Made:
        """Hook `update`."""
        found = self._resource(request)
        context = self.context(request, UpdateContext)
        context.old_views = [_view(view) for view in request.old_views]
        outputs, inputs = _wire.parse(request.old_outputs), _wire.parse(request.inputs)
        old = self._old(found, request.id, outputs, _wire.parse(request.old_inputs))
        resource = self._changed(found, request.id, outputs, inputs)
        resource.update(old, context)
        return self._made(found, resource, context, request.id)

    def preview_update(self, request: Any) -> str:
        """Hook `preview-update`: returns the outputs to show."""
        found = self._resource(request)
        context = self.context(request, PreviewContext)
        context.old_views = [_view(view) for view in request.old_views]
        old = self._old(found, request.id, _wire.parse(request.old_outputs), _wire.parse(request.old_inputs))

        def preview(resource: Resource) -> None:
            set_id(resource, request.id)
            resource.preview_update(old, context)

        return self._predicted(found, request, preview)

    def delete(self, request: Any) -> None:
        """Hook `delete`."""
        found = self._resource(request)
        context = self.context(request, DeleteContext)
        context.old_views = [_view(view) for view in request.old_views]
        outputs, inputs = _wire.parse(request.old_outputs), _wire.parse(request.old_inputs)
        self._old(found, request.id, outputs, inputs).delete(context)

    def migrate(self, request: Any) -> tuple[str | None, str | None]:
        """Hook `migrate`."""
        cls = self.built.resource(request.context.token).cls
        version = len(cls.migrations)
        if request.from_version > version:
            raise UnsupportedError(f"the state has version {request.from_version}, and this provider knows versions up to {version}")
        maps = [None if text is None else _wire.parse(text) for text in (request.old_inputs, request.old_outputs)]
        state = OldState(maps[0], maps[1])
        for number, step in enumerate(cls.migrations[request.from_version :], request.from_version + 1):
            try:
                step(state)
            except ProviderError as error:
                error.prefixed(f"bringing the state to version {number}")
                raise
        inputs, outputs = (None if known is None else _wire.text(known) for known in (state.inputs, state.outputs))
        return inputs, outputs

    def list(self, request: Any) -> Page:
        """Hook `list`."""
        found = self._resource(request)
        if found.query is None:
            raise UnsupportedError(f"`{found.cls.__name__}` has no `list_`")
        query = model_of(found.query).decode(_wire.parse(request.query), "")
        asked = ListRequest(query, request.limit or None, request.page_size or None, request.continuation_token or None)
        page: Any = found.cls.list_(asked, self.context(request, ListContext))
        if not isinstance(page, Page):
            raise ProviderError(f"`{found.cls.__name__}.list_` returned {type(page).__name__}: it has to return a Page")
        return page

    # --- functions ----------------------------------------------------------------------------------------------

    def invoke(self, request: Any) -> tuple[str, Any]:
        """Calls a function: its results, or the faults of the arguments."""
        model = self.built.function(request.context.token)
        configured(self.built, self.configuration)
        try:
            results = model.invoke(_wire.parse(request.arguments), self.context(request, FunctionContext))
        except InvalidError as error:
            return "{}", error.failures
        return _wire.text(results), []

    # --- parts --------------------------------------------------------------------------------------------------

    def _resource(self, request: Any) -> BuiltResource:
        configured(self.built, self.configuration)
        return self.built.resource(request.context.token)

    def context(self, request: Any, kind: Any = Context) -> Any:
        call = request.context
        context = kind(call.urn, call.token, call.name, call.preview, call.time_left_ms / 1000, self.configuration, self.client)
        context.project, context.stack = call.project, call.stack
        return context

    def _recorded(self, found: BuiltResource, id: str, outputs: dict[str, Any], inputs: dict[str, Any]) -> Resource:
        """The recorded state, with the inputs that are not among its outputs."""
        resource: Resource = found.model.decode(self._merged(found, outputs, inputs), "")
        set_id(resource, id)
        return resource

    def _old(self, found: BuiltResource, id: str, outputs: dict[str, Any], inputs: dict[str, Any]) -> Resource:
        """The recorded resource. Each property is read on first access, because an older version may have recorded it in another
        form, and few hooks read all of them."""
        merged = self._merged(found, outputs, inputs)
        resource: Resource = found.model.decode_later(lambda: merged, recorded=True)
        set_id(resource, id)
        return resource

    def _merged(self, found: BuiltResource, outputs: dict[str, Any], inputs: dict[str, Any]) -> dict[str, Any]:
        merged = dict(outputs)
        for property in found.model.attributes.values():
            if not property.is_output and property.wire_name in inputs:
                merged[property.wire_name] = inputs[property.wire_name]
        return merged

    def _changed(self, found: BuiltResource, id: str, outputs: dict[str, Any], inputs: dict[str, Any]) -> Resource:
        """The new inputs with the recorded outputs."""
        resource: Resource = found.model.decode(inputs, "", side="input")
        # Read again, so that it shares no objects with `old`.
        before = self._old(found, id, outputs, inputs)
        for property in found.model.attributes.values():
            if not property.is_input:
                try:
                    resource.__dict__[property.name] = getattr(before, property.name)
                except InvalidError:
                    # The record does not fit; the hook may set a new one.
                    pass
        set_id(resource, id)
        return resource

    def _predicted(self, found: BuiltResource, request: Any, hook: Callable[[Resource], object]) -> str:
        """The outputs to show, after a hook that may change the outputs that the host would show."""
        shown = _wire.parse(request.outputs)
        # The hook sees the inputs that are not among the outputs, too.
        resource: Resource = found.model.decode(self._merged(found, shown, _wire.parse(request.inputs)), "", partial=True)
        _until_unknown(lambda: hook(resource))
        return _wire.text(found.model.overlay(resource, shown, "output"))

    def _made(self, found: BuiltResource, resource: Resource, context: Context, id: str) -> Made:
        written = found.model.encode_what_can_be(resource, "output")
        outputs = _wire.text(written.properties)
        if written.lost:
            raise UnrecordedError(id, outputs, written.lost, written.reason)
        return Made(outputs, id, refresh_before_update=context._wants_refresh)


def _as_text(id: Any) -> str | None:
    """The id as a text, if `create` returned a number or a `Value` instead of a text; otherwise None."""
    given = id.get() if isinstance(id, Value) else id
    if isinstance(given, bool) or isinstance(id, str) or not isinstance(given, int | str):
        return None
    return str(given) or None


def _told_inputs(found: BuiltResource, told: Resource | Mapping[str, object]) -> Resource:
    """The inputs of a read, as a resource that may lack everything else."""
    if isinstance(told, Resource):
        return told
    resource = found.cls.__new__(found.cls)
    names = {property.name for property in found.model.of("input")}
    if others := sorted(set(told) - names):
        named = ", ".join(f"`{name}`" for name in others)
        raise ProviderError(f"`{found.cls.__name__}.read` returned unknown inputs: {named}; the inputs are {', '.join(sorted(names))}")
    for property in found.model.of("input"):
        if property.name in told:
            resource.__dict__[property.name] = told[property.name]
        else:
            fill(resource, property)
    return resource


def _view(view: Any) -> View:
    found = View(view.token, view.name)
    found._parent = (view.parent_token, view.parent_name)
    found._inputs = _wire.parse(view.inputs)
    found._outputs = _wire.parse(view.outputs)
    return found


def _until_unknown(hook: Callable[[], object]) -> None:
    """Calls a hook that ends at its first read of an unknown value."""
    try:
        hook()
    except NotKnownError:
        pass


def _judged(hook: Callable[[], object], context: CheckContext) -> list[PropertyFailure]:
    """The failures of a check: the collected failures, and the failures of the exception that ended it."""
    try:
        _until_unknown(hook)
    except InvalidError as error:
        return [*context._failures, *error.failures]
    return context._failures
