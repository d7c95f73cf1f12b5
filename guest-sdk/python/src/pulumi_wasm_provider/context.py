"""The data of a call, and its functions."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any, TypeVar, cast

from . import _wire, http, wait
from ._host import host
from ._model import model_of
from .errors import PropertyFailure, ProviderError, path_of
from .shared import Shared
from .view import View, Views
from .wait import Pending

if TYPE_CHECKING:
    from ._properties import Properties
    from ._thing import Configuration, Thing

C = TypeVar("C", bound="Configuration")
P = TypeVar("P", bound="Properties")
T = TypeVar("T")


class Context:
    """The running call: its resource, and the ways out of the sandbox.

    Messages belong to the resource of the call, and appear in order. `print` and the module `logging` work too.
    """

    def __init__(
        self,
        urn: str = "",
        token: str = "",
        name: str = "",
        preview: bool = False,
        deadline: float = 3600.0,
        config: Configuration | None = None,
    ) -> None:
        self.urn = urn
        """The resource's URN; empty in calls that concern no resource."""
        self.token = token
        """The type token of the resource, or the token of the function."""
        self.name = name
        """The resource's name in the program; empty if the call has no resource."""
        self.preview = preview
        """True while the engine only asks what would happen: nothing outside may change."""
        self.project: str | None = None
        """The project that is deployed; None if the engine did not say."""
        self.stack: str | None = None
        """The stack that is deployed, by its name without the organization,
        which engines do not tell providers. None if the engine did not say."""
        self.deadline = deadline
        """How many seconds the call may take, counted from its start. The host ends it then."""
        self.old_views: list[View] = []
        """The parts as they were last shown, in `read`, `update` and `delete`."""
        self._config = config
        self._started = host().monotonic()
        self._inputs: dict[str, Any] | None = None
        self._wants_refresh = False

    @property
    def http(self) -> http.Session:
        """Requests, under the grants that the user gave: the same as the functions of the module `http`."""
        return http.Session()

    @property
    def shared(self) -> Shared:
        """The values that all instances of the component share in this process,
        if they are costly to make, such as the token of a login, and rates."""
        return Shared()

    def remaining(self) -> float:
        """How many seconds are left."""
        return max(0.0, self.deadline - (host().monotonic() - self._started))

    def config(self, cls: type[C]) -> C:
        """The provider's configuration. Not there yet in `configure` and in checks of the configuration itself."""
        if isinstance(self._config, cls):
            return self._config
        if self._config is None:
            raise ProviderError("the configuration was asked for before the provider was configured")
        raise ProviderError(f"`{cls.__name__}` is not this provider's configuration: that is `{type(self._config).__name__}`")

    def inputs(self, cls: type[P]) -> P | None:
        """In `read`, the known inputs: those last recorded, in an import those that are in its id if the resource has
        an `import_id`, in a lookup those that were given. Any other one fails with `NotKnownError` when it is
        read; `value_of` tells. None in an import by id alone, and outside of `read`."""
        if self._inputs is None:
            return None
        found: P = model_of(cls).decode(self._inputs, "", side="input", partial=True)
        return found

    def debug(self, message: object) -> None:
        """Shows a message if the user asks for debug output."""
        host().log("debug", str(message), False)

    def info(self, message: object) -> None:
        """Shows a message."""
        host().log("info", str(message), False)

    def warn(self, message: object) -> None:
        """Shows a warning."""
        host().log("warning", str(message), False)

    def error(self, message: object) -> None:
        """Shows an error, and makes the deployment fail at its end. To fail this call, raise an error instead."""
        host().log("error", str(message), False)

    def status(self, message: object) -> None:
        """Shows progress on the resource's status line. It is not kept."""
        host().log("info", str(message), True)

    def random(self, count: int) -> bytes:
        """Unguessable bytes; in `check`, bytes that are the same each time the same question is asked. So are those
        of `random`, `secrets`, `uuid` and `os.urandom`."""
        return host().random(count)

    def now(self) -> datetime:
        """The time of day, in UTC. It stands still in calls that may not
        change anything outside, as that of `time` and `datetime` does."""
        return datetime.fromtimestamp(host().now(), timezone.utc)

    def sleep(self, seconds: float) -> None:
        """Waits. Fails with `CancelledError` when the deployment is being ended. `time.sleep` is the same."""
        host().sleep(wait.milliseconds(seconds))

    def wait(
        self,
        look: Callable[[], T | Pending],
        *,
        every: float,
        factor: float = 1.0,
        max_delay: float | None = None,
        timeout: float | None = None,
    ) -> T:
        """Looks at something until it is ready, with pauses in which the host can be cancelled.

            def look() -> str | Pending:
                machine = http.get(url).raise_for_status().json()
                return machine["address"] or Pending("the machine is starting")

            address = cx.wait(look, every=1, factor=1.5, max_delay=20)

        Args:
            look: Gives what was found, or `Pending` with how things stand.
            every: The first pause, in seconds.
            factor: Each pause is so many times as long as the one before it: 1 or more.
            max_delay: No pause is longer than so many seconds.
            timeout: The wait as a whole is over after so many seconds, though the call may have more.

        Fails with `TimedOutError` when the time is over, early enough to still say what there is; with `CancelledError` when the
        deployment is being ended; and as `look` does.
        """
        return wait.run(look, every, factor, max_delay, timeout)

    def env(self, name: str) -> str | None:
        """The value of an environment variable; None when it is not set. Fails with `DeniedError` when the user did not grant
        its name."""
        return host().env(name)

    def checkpoint(self, id: str, state: Thing) -> None:
        """Records that the thing exists, in the middle of a long `create` or `update`: as soon as there is an id. When the call
        fails later, however it fails, the engine keeps this state. The last one saved counts.

        Outputs that are not set yet are left out: `resume` and `delete` get what there is. Fails with `UnsupportedError`
        outside `create` and `update`, and if a value cannot be recorded; the others then are.
        """
        if not id:
            raise ProviderError("a checkpoint needs an id: without one, nothing can be found again")
        resource = cast("Properties", state)
        written = model_of(type(resource)).encode_what_can_be(resource, "output", may_lack=True)
        host().save_checkpoint(id, _wire.text(written.properties))
        if written.lost:
            raise ProviderError(written.reason)

    def views(self) -> Views:
        """Shows parts of the resource as resources of their own, in `create`, `resume`, `read`, `update` and `delete`, previews
        included."""
        return Views()

    def refresh_before_update(self) -> None:
        """Asks the engine to refresh the resource before it next updates it, in `create`, `resume`, `read` and `update`."""
        self._wants_refresh = True

    def __repr__(self) -> str:
        return f"Context(urn={self.urn!r}, token={self.token!r}, preview={self.preview})"


class CheckContext(Context):
    """The running check. It can do what every `Context` can, and collects what is wrong."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._failures: list[PropertyFailure] = []
        # As they came: few checks look at them.
        self._old_inputs: str | None = None
        self._old_outputs: str | None = None

    def fail(self, property: object, reason: object, *inside: str | int) -> None:
        """A property is not acceptable: `cx.fail(Zone.name, "has a space in it")`, or a path as text, such as `rules[0].port`.
        Call it for everything that is wrong, so that the user sees all at once; the deployment stops after the check.

        Args:
            inside: The place in the property: `cx.fail(Zone.rules, "…", 0, "port")`.
        """
        self._failures.append(PropertyFailure(path_of(property, *inside), str(reason)))

    def old_inputs(self, cls: type[P]) -> P | None:
        """The inputs of the last deployment; None at the first one, and before a replacement."""
        return self._old(cls, self._old_inputs, "input")

    def old_outputs(self, cls: type[P]) -> P | None:
        """The outputs of the last deployment; None at the first one, and if the engine is too old to send them."""
        return self._old(cls, self._old_outputs, "output")

    def _old(self, cls: type[P], text: str | None, side: Any) -> P | None:
        known = None if text is None else _wire.parse(text)
        if not known:
            return None
        found: P = model_of(cls).decode(known, "", side=side, partial=True)
        return found
