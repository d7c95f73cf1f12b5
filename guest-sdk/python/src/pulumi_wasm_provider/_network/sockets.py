"""Sockets whose other end is the granted HTTP: libraries that speak HTTP/1.1 by `socket` and `ssl` run on them, such as
`urllib.request`, `requests` and `httpx`.

The library writes a request, and reads an answer; both go through the host as with `http`, under the same rules and limits, and
with the same messages. Nothing else can be written.
"""

from __future__ import annotations

import io
import socket
import sys
from types import FrameType
from typing import Any

from .._interface.host import host
from .._interface.schedule import milliseconds
from ..errors import CancelledError, ProviderError, TimedOutError, UnsupportedError
from .request_text import Message, NotHttpError, RequestReader, answer_text

NO_SOCKETS = (
    "a component has no sockets, so that this library cannot be used here: reach servers by `http` of pulumi_wasm_provider, or by a library "
    "that speaks HTTP/1.1, such as `requests`"
)
NO_PROXY = (
    "only the host can use a proxy: name it in `net` of the provider, `Net(host, proxy=…)`, instead of in the library"
)
#: How many calls of `http.client` lie between `urllib.request` and its socket, at most.
_CALLS_OF_URLLIB = 12
#: Python's own class of sockets, while a unit test uses both classes.
real_socket: Any = None


class MissingError(UnsupportedError, OSError):
    """A component does not have the requested function. It is an `OSError`, because libraries that only try the function expect that."""


class UnansweredError(ConnectionError):
    """The server did not answer; `failure` says why. It is an `OSError`, because libraries expect that."""

    def __init__(self, failure: ProviderError) -> None:
        super().__init__(failure.message)
        self.failure = failure


class UnansweredInTimeError(TimeoutError):
    """The time of a request is over. It is a `TimeoutError`, because libraries expect that."""

    def __init__(self, failure: ProviderError) -> None:
        super().__init__(failure.message)
        self.failure = failure


class Socket:
    """`socket.socket` in a component: the client's end of one request."""

    scheme = "http"

    def __new__(cls, *arguments: Any, **named: Any) -> Any:
        # A server of a unit test takes a connection.
        if real_socket is not None and (named.get("fileno") is not None or len(arguments) > 3):
            return real_socket(*arguments, **named)
        return super().__new__(cls)

    def __init__(self, family: int = -1, type: int = -1, proto: int = -1, fileno: int | None = None) -> None:
        self.family = socket.AF_INET
        self.type = socket.SOCK_STREAM
        self.proto = proto
        self._peer: tuple[str, int] | None = None
        self._timeout: float | None = socket.getdefaulttimeout() if hasattr(socket, "getdefaulttimeout") else None
        self._request = RequestReader()
        self._written: Message | None = None
        self._answer: io.BytesIO | None = None
        self._failure: OSError | None = None

    def __enter__(self) -> Socket:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def connect(self, address: Any) -> None:
        """Notes the server. The host connects when a request is complete."""
        if not isinstance(address, tuple) or len(address) < 2:
            raise MissingError(NO_SOCKETS)
        self._peer = (text(address[0]), int(address[1]))

    def connect_ex(self, address: Any) -> int:
        self.connect(address)
        return 0

    def sendall(self, data: Any, flags: int = 0) -> None:
        """Takes a part of the request. It is sent when the answer is read: libraries set the timeout of the answer between the two."""
        try:
            message = self._request.take(bytes(data))
        except NotHttpError:
            raise MissingError(NO_SOCKETS) from None
        if message is None:
            return
        if self._peer is None:
            raise OSError("the socket is not connected")
        if message.method == "CONNECT":
            raise MissingError(NO_PROXY)
        self._request = RequestReader()
        self._written = message
        self._failure = None
        if _is_written_by_urllib():
            # `urllib` turns a failure to connect into its own error only if the failure comes from a write.
            self._send()
            if isinstance(self._failure, UnansweredError):
                raise self._failure

    def _send(self) -> None:
        message, self._written = self._written, None
        if message is None or self._peer is None:
            return
        request = message.sent_to(self.scheme, *self._peer)
        if self._timeout:
            request.timeout_ms = max(1, milliseconds(self._timeout))
        try:
            self._answer = io.BytesIO(answer_text(message.method, host().fetch(request)))
        except CancelledError:
            # Libraries would repeat the request.
            raise
        except TimedOutError as error:
            self._failure = UnansweredInTimeError(error)
        except ProviderError as error:
            self._failure = UnansweredError(error)

    def send(self, data: Any, flags: int = 0) -> int:
        self.sendall(data)
        return len(bytes(data))

    def sendmsg(self, buffers: Any, *_: Any) -> int:
        return self.send(b"".join(bytes(part) for part in buffers))

    def recv(self, size: int, flags: int = 0) -> bytes:
        """The next bytes of the answer; empty at its end."""
        self._send()
        if self._failure is not None:
            raise self._failure
        if self._answer is None:
            # Without a request this is not HTTP: in some protocols the server sends the first message.
            raise MissingError(NO_SOCKETS)
        return self._answer.read(size)

    def recv_into(self, buffer: Any, size: int = 0, flags: int = 0) -> int:
        found = self.recv(size or len(buffer))
        buffer[: len(found)] = found
        return len(found)

    def makefile(self, mode: str = "r", buffering: int | None = None, **text: Any) -> Any:
        """A file that reads the answer, or writes the request."""
        raw = _File(self, mode)
        if buffering == 0 and "b" in mode:
            return raw
        size = io.DEFAULT_BUFFER_SIZE if buffering is None or buffering < 2 else buffering
        buffered: Any = io.BufferedWriter(raw, size) if "w" in mode else io.BufferedReader(raw, size)
        return buffered if "b" in mode else io.TextIOWrapper(buffered, **text)

    def close(self) -> None:
        """Nothing is open between a request and its answer, and a file that was made before can still be read."""

    def settimeout(self, value: float | None) -> None:
        self._timeout = value

    def gettimeout(self) -> float | None:
        return self._timeout

    def setblocking(self, flag: bool) -> None:
        if not flag:
            raise MissingError(NO_SOCKETS)

    def getblocking(self) -> bool:
        return True

    def fileno(self) -> int:
        return -1

    def detach(self) -> int:
        return -1

    def getpeername(self) -> tuple[str, int]:
        if self._peer is None:
            raise OSError("the socket is not connected")
        return self._peer

    def getsockname(self) -> tuple[str, int]:
        return ("localhost", 0)

    def setsockopt(self, *_: Any) -> None:
        """The options of connections are the host's."""

    def getsockopt(self, *_: Any) -> int:
        return 0

    def shutdown(self, how: int) -> None:
        """There is nothing to end."""

    def bind(self, address: Any) -> None:
        raise MissingError(NO_SOCKETS)

    listen = accept = recvfrom = recvmsg = sendto = bind


class _File(io.RawIOBase):
    """A socket as a file."""

    def __init__(self, of: Socket, mode: str) -> None:
        super().__init__()
        self._socket = of
        self._mode = mode

    def readable(self) -> bool:
        return "w" not in self._mode

    def writable(self) -> bool:
        return "w" in self._mode

    def readinto(self, buffer: Any) -> int:
        return self._socket.recv_into(buffer)

    def write(self, part: Any) -> int:
        return self._socket.send(part)


class TlsSocket(Socket):
    """`ssl.SSLSocket` in a component: the host encrypts, and judges certificates."""

    scheme = "https"
    # Libraries ask this object for the negotiated protocol.
    _sslobj = None
    session = None
    session_reused = False

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__()
        self.context: Any = None
        self.server_hostname: str | None = None

    @classmethod
    def around(cls, plain: Any, context: Any, server_hostname: str | None) -> TlsSocket:
        """A connected socket, encrypted."""
        if not isinstance(plain, Socket):
            raise MissingError(NO_SOCKETS)
        made = cls()
        made._peer, made._timeout = plain._peer, plain._timeout
        made.context, made.server_hostname = context, server_hostname
        if server_hostname and plain._peer and _plain_name(server_hostname) != _plain_name(plain._peer[0]):
            raise UnsupportedError(
                f"a component cannot ask `{plain._peer[0]}` for the certificate of `{server_hostname}`: connect to `{server_hostname}`"
            )
        return made

    def do_handshake(self, block: bool = False) -> None:
        """Does nothing: the host has done the handshake."""

    def getpeercert(self, binary_form: bool = False) -> Any:
        raise UnsupportedError("a component does not see certificates: the host judges them, as `Net(tls=Tls(…))` says")

    def selected_alpn_protocol(self) -> str | None:
        return None

    selected_npn_protocol = compression = selected_alpn_protocol

    def version(self) -> str:
        return "TLSv1.3"

    def cipher(self) -> None:
        return None

    def pending(self) -> int:
        return 0

    def unwrap(self) -> TlsSocket:
        return self


def _is_written_by_urllib() -> bool:
    frame: FrameType | None = sys._getframe(2)
    for _ in range(_CALLS_OF_URLLIB):
        if frame is None:
            return False
        if frame.f_globals.get("__name__") == "urllib.request":
            return True
        frame = frame.f_back
    return False


def text(name: Any) -> str:
    return name.decode() if isinstance(name, bytes) else str(name)


def _plain_name(name: Any) -> str:
    return text(name).strip("[]").rstrip(".").lower()
