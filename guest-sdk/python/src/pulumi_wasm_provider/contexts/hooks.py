"""The contexts of the hooks. Each has everything that `Context` has, and the functions that only its hook may call."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Never, TypeVar, cast, overload

from .._interface import wire as _wire
from .._interface.host import host
from .._model.classes import model_of
from ..errors import PropertyFailure, ProviderError, path_of
from . import wait
from .backoff import Backoff
from .context import Context
from .view import View, Views
from .wait import Pending

if TYPE_CHECKING:
    from .._model.properties import Properties
    from .._model.thing import Thing

P = TypeVar("P", bound="Properties")
T = TypeVar("T")


class _Waiting(Context):
    """A call that may wait for something outside."""

    @overload
    def wait(self, look: Callable[[int], T | Pending], backoff: Backoff, /) -> T: ...
    @overload
    def wait(
        self,
        look: Callable[[int], T | Pending],
        /,
        *,
        every: float,
        factor: float | None = None,
        max_delay: float | None = None,
        attempts: int | None = None,
        timeout: float | None = None,
    ) -> T: ...
    def wait(
        self,
        look: Callable[[int], T | Pending],
        backoff: Backoff | None = None,
        /,
        *,
        every: float | None = None,
        factor: float | None = None,
        max_delay: float | None = None,
        attempts: int | None = None,
        timeout: float | None = None,
    ) -> T:
        """Calls `look` until the result is ready. The host can cancel the pauses between calls.

            def look(attempt: int) -> str | Pending:
                machine = http.get(url).raise_for_status().json()
                return machine["address"] or Pending("the machine is starting")

            address = cx.wait(look, every=1, factor=1.5, max_delay=20)

        Args:
            look: Gets the number of the attempt, from 1; returns the result, or `Pending` with the present status.
            backoff: The pauses as a `Backoff`, in place of the arguments below.
            every: The first pause, in seconds.
            factor: Each pause is so many times as long as the one before it: 1 or more.
            max_delay: No pause is longer than so many seconds.
            attempts: The wait is over after so many looks.
            timeout: The wait as a whole is over after so many seconds, though the call may have more.

        Fails with `TimedOutError` when the time is over, early enough to report the present status; with `CancelledError` when the
        deployment is being ended; and as `look` does.
        """
        given = Backoff(first_delay=every, factor=factor, max_delay=max_delay, attempts=attempts, timeout=timeout)
        if backoff is not None and given != Backoff():
            raise TypeError("give either a `Backoff` or arguments: write `Backoff(first_delay=…, attempts=…)`")
        return wait.run(look, given if backoff is None else backoff)


class _Showing(Context):
    """A call that may show parts of its resource."""

    def views(self) -> Views:
        """Shows parts of the resource as separate resources."""
        return Views()


class _Comparing(_Showing):
    """A call that may show how the parts of its resource change."""

    old_views: list[View]
    """The parts as last published."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.old_views = []


class _Refreshing(Context):
    """A call that may ask for a refresh."""

    def refresh_before_update(self) -> None:
        """Asks the engine to refresh the resource before it next updates it."""
        self._wants_refresh = True


class _Recording(Context):
    """A call that may record a resource before it is done."""

    def checkpoint(self, id: str, state: Thing) -> None:
        """Records that the resource exists, in the middle of a long call: as soon as there is an id. When the call
        fails later, however it fails, the engine keeps this state. The last one saved counts.

        Outputs that are not set yet are left out: `resume` and `delete` get the recorded outputs. Fails if a value cannot be recorded, after it recorded the others.
        """
        if not id:
            raise ProviderError("a checkpoint needs an id: without one, nothing can be found again")
        resource = cast("Properties", state)
        written = model_of(type(resource)).encode_what_can_be(resource, "output", may_lack=True)
        host().save_checkpoint(id, _wire.text(written.properties))
        if written.lost:
            raise ProviderError(written.reason)


class CheckContext(Context):
    """A check of a resource or of the configuration. It collects failures."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._failures: list[PropertyFailure] = []
        # Not decoded, because few checks read them.
        self._old_inputs: str | None = None
        self._old_outputs: str | None = None

    def fail(self, property: object, reason: object, *inside: str | int) -> None:
        """Reports an invalid property: `cx.fail(Zone.name, "has a space in it")`, or a path as text, such as
        `rules[0].port`. Call it for each mistake, so that the user sees all mistakes at once; the deployment stops
        after the check.

        Args:
            inside: The place in the property: `cx.fail(Zone.rules, "…", 0, "port")`.
        """
        self._failures.append(PropertyFailure(path_of(property, *inside), str(reason)))

    def old_inputs(self, cls: type[P]) -> P | None:
        """The inputs of the last deployment; None in the first deployment, and before a replacement."""
        return self._old(cls, self._old_inputs, "input")

    def old_outputs(self, cls: type[P]) -> P | None:
        """The outputs of the last deployment; None in the first deployment, and with engines too old to send them."""
        return self._old(cls, self._old_outputs, "output")

    def _old(self, cls: type[P], text: str | None, side: Any) -> P | None:
        known = None if text is None else _wire.parse(text)
        if not known:
            return None
        found: P = model_of(cls).decode(known, "", side=side, partial=True)
        return found


class ConfigureContext(Context):
    """The hook `configure`. `self` is the configuration, which no other call has yet."""

    if TYPE_CHECKING:

        def config(self, cls: Never) -> Never:  # type: ignore[override]
            """Not available, because `self` is the configuration."""

        def client(self, cls: Never) -> Never:  # type: ignore[override]
            """Not available, because `configure` makes it."""


class DiffContext(Context):
    """The hook `diff`."""


class PreviewContext(_Comparing):
    """The hooks `preview_create` and `preview_update`. In the first one, `old_views` is empty."""


class CreateContext(_Waiting, _Recording, _Showing, _Refreshing):
    """The hook `create`."""


class UpdateContext(_Waiting, _Recording, _Comparing, _Refreshing):
    """The hooks `update` and `resume`. In `resume`, `old_views` is empty."""


class ReadContext(_Waiting, _Comparing, _Refreshing):
    """The hook `read`."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._inputs: dict[str, Any] | None = None

    def inputs(self, cls: type[P]) -> P | None:
        """The known inputs: in a refresh the recorded inputs, in an import the inputs in the id if the resource has an
        `import_id`, in a look-up the program's inputs. Reading another input fails with `NotKnownError`; `value_of`
        shows whether it is known. None in an import by id alone."""
        if self._inputs is None:
            return None
        found: P = model_of(cls).decode(self._inputs, "", side="input", partial=True)
        return found


class DeleteContext(_Waiting, _Comparing):
    """The hook `delete`."""


class ListContext(_Waiting):
    """The hook `list_`."""


class FunctionContext(_Waiting):
    """A function. A `pure` function cannot wait, and cannot send requests."""
