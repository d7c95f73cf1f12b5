"""The host's functions, in plain types of Python. A component calls the real host, a test a fake."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Literal, Protocol

from .schedule import Schedule

Severity = Literal["debug", "info", "warning", "error"]
Operation = Literal["same", "create", "update", "delete", "replace", "read", "refresh", "import"]


@dataclass
class Written:
    """Stands for the body of a request that is written in parts."""

    length: int | None = None


@dataclass
class AssetBody:
    """Stands for the body of a request that the host reads from an asset."""

    handle: int


@dataclass
class Request:
    """A request as the host takes it."""

    method: str
    url: str
    headers: list[tuple[str, str]] = field(default_factory=list)
    body: str | bytes | Written | AssetBody | None = None
    timeout_ms: int = 0
    redirects: int = 0
    backoff: Schedule | None = None
    """How the host retries the request; None if it does not."""

    def header(self, name: str) -> str | None:
        """The first header of this name, in any case."""
        return next((value for known, value in self.headers if known.lower() == name.lower()), None)

    def json(self) -> Any:
        """The body, read as JSON."""
        if not isinstance(self.body, str | bytes):
            raise ValueError(f"{self.method} {self.url} has no body of text")
        return json.loads(self.body)


@dataclass
class Answer:
    """An answer; without its body if the body is read in parts. All arguments except the status are keyword arguments,
    so that a body is never taken for an address.
    """

    status: int
    _: KW_ONLY
    url: str = ""
    headers: list[tuple[str, str]] = field(default_factory=list)
    body: str | bytes = b""


class Host(Protocol):
    """The functions outside of a provider. Every failure is a `ProviderError`."""

    def log(self, severity: Severity, message: str, ephemeral: bool) -> None:
        """Shows a message on the resource of the call."""

    def fetch(self, request: Request) -> Answer:
        """Sends a request and waits for the whole answer."""
        raise NotImplementedError

    def open_exchange(self, request: Request) -> int:
        """Begins a request whose bodies are handled in parts."""
        raise NotImplementedError

    def write_exchange(self, exchange: int, part: bytes) -> None:
        """Hands over the next part of the body."""

    def answer_exchange(self, exchange: int) -> Answer:
        """Ends the body, and waits for the head of the answer."""
        raise NotImplementedError

    def read_exchange(self, exchange: int, count: int) -> bytes:
        """The next bytes of the answer's body; empty at its end."""
        raise NotImplementedError

    def close_exchange(self, exchange: int) -> None:
        """Ends a request at any point."""

    def now(self) -> float:
        """Seconds since 1970."""
        raise NotImplementedError

    def monotonic(self) -> float:
        """Seconds of a clock that never goes back in a call."""
        raise NotImplementedError

    def sleep(self, milliseconds: int) -> None:
        """Waits."""

    def random(self, count: int) -> bytes:
        """Unguessable bytes; in `check`, bytes that follow from the request's seed."""
        raise NotImplementedError

    def env(self, name: str) -> str | None:
        """An environment variable that the user granted."""
        raise NotImplementedError

    def save_checkpoint(self, id: str, outputs: str) -> None:
        """Records that a resource exists."""

    def open_asset(self, handle: int) -> int:
        """Opens an asset, and gives its size."""
        raise NotImplementedError

    def read_asset(self, handle: int, offset: int, count: int) -> bytes:
        """Bytes of an asset; fewer only at its end."""
        raise NotImplementedError

    def archive_entries(self, handle: int) -> list[tuple[str, int]]:
        """Paths of an archive, and handles of its entries."""
        raise NotImplementedError

    def pause(self, schedule: Schedule, look: int, status: str) -> None:
        """Waits before the next look at something."""

    def get_shared(self, name: str) -> str | int:
        """A shared value, or a number if this call must make the missing value."""
        raise NotImplementedError

    def keep_shared(self, making: int, value: str, lives_ms: int) -> None:
        """Hands over the value that this call makes."""

    def give_up_shared(self, making: int) -> None:
        """Ends the making of a value without a result."""

    def forget_shared(self, name: str, value: str) -> None:
        """Removes a shared value, unless it has changed."""

    def acquire(self, name: str, per_second: float, burst: int) -> None:
        """Takes a permit of a rate limit, and waits for it."""

    def publish(self, steps: Sequence[Any]) -> None:
        """Shows parts of a resource: steps as `view.Step` has them."""


class _Nowhere:
    """Replaces the host while modules are imported, because the host is not available then."""

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError(
            "there is no host: the provider is not running yet. While modules are imported, nothing outside can be reached; in "
            "a test, run the provider in `pulumi_wasm_provider.testing`"
        )


_host: Any = _Nowhere()


def host() -> Host:
    """The host of the running call."""
    found: Host = _host
    return found


def use(new: Host | None) -> None:
    """Sets the host; None removes it."""
    global _host
    _host = _Nowhere() if new is None else new
