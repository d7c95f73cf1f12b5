"""Replaces Python's sockets and `ssl` by a component's, where libraries look them up."""

from __future__ import annotations

import importlib.abc
import importlib.util
import os
import os.path
import re
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from . import sockets as _sockets
from .sockets import MissingError, NO_SOCKETS, Socket, TlsSocket, text

#: Certificate files that packages bring. They are not read, because the host checks certificates.
_CERTIFICATES = re.compile(r"/\d+/.*\.(?:pem|crt)\Z")


def _connection(address: Any, timeout: Any = None, source_address: Any = None, **_: Any) -> Socket:
    made = Socket()
    if isinstance(timeout, (int, float)):
        made.settimeout(timeout)
    made.connect(address)
    return made


def _addresses(name: Any, port: Any, *_: Any, **__: Any) -> Sequence[Any]:
    # The host resolves names, so libraries get the name in place of an address.
    services = {"http": 80, "https": 443}
    number = services[port] if port in services else int(port or 0)
    return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("localhost" if name is None else text(name), number))]


def _this_machine(name: str = "") -> str:
    return "localhost"


def _no_socket(*_: Any, **__: Any) -> Any:
    raise MissingError(NO_SOCKETS)


_IN_THEIR_PLACE: dict[str, Any] = {
    "socket": Socket,
    "SocketType": Socket,
    "create_connection": _connection,
    "getaddrinfo": _addresses,
    "gethostname": _this_machine,
    "getfqdn": _this_machine,
    "create_server": _no_socket,
    "gethostbyname": _no_socket,
    "socketpair": _no_socket,
}


class _TlsFinder(importlib.abc.MetaPathFinder):
    """Finds `ssl`, which the interpreter of a component was built without."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if fullname != "ssl":
            return None
        return importlib.util.spec_from_file_location("ssl", os.path.join(os.path.dirname(__file__), "tls.py"))


def install() -> None:
    """Replaces Python's sockets and `ssl` for the rest of the process."""
    for name, value in _IN_THEIR_PLACE.items():
        setattr(socket, name, value)
    sys.meta_path.insert(0, _TlsFinder())
    found: Callable[[Any], bool] = os.path.exists

    def exists(path: Any) -> bool:
        return found(path) or (isinstance(path, str) and _CERTIFICATES.match(path) is not None)

    setattr(os.path, "exists", exists)
    expanded: Callable[[Any], Any] = os.path.expanduser

    def expanduser(path: Any) -> Any:
        # Libraries look there for settings, and fail without such a folder. The environment of the interpreter
        # has no name of a folder, and begins anew when the interpreter starts.
        os.environ.setdefault("HOME", "/")
        return expanded(path)

    setattr(os.path, "expanduser", expanduser)


@contextmanager
def installed() -> Iterator[None]:
    """Replaces sockets until the end of the block, for unit tests. Tests also run with Python's `ssl`, so it is replaced too."""
    import ssl

    if _sockets.real_socket is not None or vars(socket)["socket"] is Socket:
        yield
        return
    before = {name: getattr(socket, name) for name in _IN_THEIR_PLACE if name not in ("create_server", "socketpair") and hasattr(socket, name)}
    wrap = ssl.SSLContext.wrap_socket

    def wrapped(self: Any, sock: Any, *arguments: Any, **named: Any) -> Any:
        if isinstance(sock, Socket):
            return TlsSocket.around(sock, self, named.get("server_hostname"))
        return wrap(self, sock, *arguments, **named)

    _sockets.real_socket = before["socket"]
    try:
        for name in before:
            setattr(socket, name, _IN_THEIR_PLACE[name])
        setattr(ssl.SSLContext, "wrap_socket", wrapped)
        yield
    finally:
        for name, value in before.items():
            setattr(socket, name, value)
        setattr(ssl.SSLContext, "wrap_socket", wrap)
        _sockets.real_socket = None
