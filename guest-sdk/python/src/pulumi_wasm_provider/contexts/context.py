"""The base of all contexts: the data of a call, and the host functions that every hook may call. The module
`hooks` has the others."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any, TypeVar

from .. import http
from .._interface.host import host
from .._interface.schedule import milliseconds
from ..errors import ProviderError
from .shared import Shared

if TYPE_CHECKING:
    from .._model.thing import Configuration, MakesClient

C = TypeVar("C", bound="Configuration")
R = TypeVar("R")


class Context:
    """The running call, with the functions that every hook may call. Helper functions that several hooks use take this one.

    Messages belong to the resource of the call, and appear in order. `print` and the module `logging` work too.
    """

    def __init__(
        self,
        urn: str = "",
        token: str = "",
        name: str = "",
        preview: bool = False,
        time_left: float = 3600.0,
        config: Configuration | None = None,
        client: object = None,
    ) -> None:
        self.urn = urn
        """The resource's URN; empty in calls that concern no resource."""
        self.token = token
        """The type token of the resource, or the token of the function."""
        self.name = name
        """The resource's name in the program; empty if the call has no resource."""
        self.preview = preview
        """True in a preview, which must not change anything outside."""
        self.project: str | None = None
        """The project that is deployed; None if the engine did not say."""
        self.stack: str | None = None
        """The stack that is deployed, by its name without the organization,
        which engines do not tell providers. None if the engine did not say."""
        self._config = config
        self._client = client
        self._time = time_left
        self._started = host().monotonic()
        self._wants_refresh = False

    @property
    def http(self) -> http.Client:
        """Requests, under the grants that the user gave: the same as the functions of the module `http`."""
        return http.Client()

    @property
    def shared(self) -> Shared:
        """The values that all instances of the component share in this process,
        if they are costly to make, such as the token of a login, and rates."""
        return Shared()

    @property
    def time_left(self) -> float:
        """The seconds left until the host ends the call."""
        return max(0.0, self._time - (host().monotonic() - self._started))

    def config(self, cls: type[C]) -> C:
        """The provider's configuration. Not available in `configure` and in checks of the configuration."""
        if isinstance(self._config, cls):
            return self._config
        if self._config is None:
            raise ProviderError("the configuration was asked for before the provider was configured")
        raise ProviderError(f"`{cls.__name__}` is not this provider's configuration: that is `{type(self._config).__name__}`")

    def client(self, cls: type[MakesClient[R]]) -> R:
        """The value that `configure` of the configuration returned in this instance: most often an `http.Client`.

        Fails with `ProviderError` where the configuration is not available, and if `configure` returned nothing.
        """
        named: Any = cls
        self.config(named)
        if self._client is None:
            raise ProviderError(
                f"`{named.__name__}` made no client\nhint: write `def configure(self, cx: ConfigureContext) -> http.Client`, and return it there"
            )
        made: Any = self._client
        found: R = made
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
        """Shows progress on the resource's status line. Pulumi does not store it."""
        host().log("info", str(message), True)

    def random(self, count: int) -> bytes:
        """Unpredictable bytes; in `check`, bytes that follow from the request. `random`, `secrets`, `uuid` and
        `os.urandom` use the same source."""
        return host().random(count)

    def now(self) -> datetime:
        """The time of day, in UTC. It stands still in calls that may not change anything outside. `time` and `datetime` have the same
        clock."""
        return datetime.fromtimestamp(host().now(), timezone.utc)

    def sleep(self, seconds: float) -> None:
        """Waits. Fails with `CancelledError` when the deployment is being ended. `time.sleep` is the same."""
        host().sleep(milliseconds(seconds))

    def env(self, name: str) -> str | None:
        """The value of an environment variable; None when it is not set. Fails with `DeniedError` when the user did not grant
        its name."""
        return host().env(name)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(urn={self.urn!r}, token={self.token!r}, preview={self.preview})"
