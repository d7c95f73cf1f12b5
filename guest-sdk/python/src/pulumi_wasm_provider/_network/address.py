"""Addresses of requests: how the base address of a client and the address of a request join."""

from __future__ import annotations

import re

from ..errors import ProviderError
from .status import without_query

#: The beginning of an absolute address: its scheme and its server.
_ABSOLUTE = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://([^/?#]*)")
#: A server that all programs read in the same way: without a user, and without a character that some programs replace.
_PLAIN = re.compile(r"([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::([0-9]*))?")
_PORTS = {"http": 80, "https": 443}


class Base:
    """The beginning of the addresses of a client's requests. None stands for a client without one."""

    def __init__(self, url: str | None) -> None:
        self.url = url
        self._start = (url or "").rstrip("/")
        self._origin = _origin(url or "")
        if url is not None and self._origin is None:
            raise _problem(url, "has no scheme and host", "write it as `https://api.example.com/v1`, without user and password")
        if url is not None and ("?" in url or "#" in url):
            raise _problem(url, "has a query or a fragment", "give the query to each request")

    def join(self, url: str) -> tuple[str, bool]:
        """The whole address of a request, and whether the headers of the client go with it."""
        if self.url is None:
            return url, True
        if _ABSOLUTE.match(url):
            return url, _origin(url) == self._origin
        return (f"{self._start}/{url.lstrip('/')}" if url else self.url), True


def _problem(url: str, fault: str, hint: str) -> ProviderError:
    return ProviderError(f"the base address `{without_query(url)}` {fault}\nhint: {hint}")


def _origin(url: str) -> tuple[str, str, int] | None:
    """The scheme, the host and the port of an HTTP address. None if one of them is ambiguous."""
    found = _ABSOLUTE.match(url)
    server = None if found is None else _PLAIN.fullmatch(found[2])
    if found is None or server is None or found[1].lower() not in _PORTS:
        return None
    scheme = found[1].lower()
    return scheme, server[1].lower(), int(server[2]) if server[2] else _PORTS[scheme]
