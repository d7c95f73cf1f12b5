"""Addresses of requests: how the base address of a client and the address of a request join."""

from __future__ import annotations

import re

from ._status import without_query
from .errors import ProviderError

#: The beginning of an absolute address, with its scheme and all up to the path. Servers take `\\` for `/`.
_ABSOLUTE = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://([^/?#\\]*)")
_PORTS = {"http": 80, "https": 443}


class Base:
    """The beginning of the addresses of a client's requests."""

    def __init__(self, url: str) -> None:
        if "?" in url or "#" in url:
            raise ProviderError(f"the address `{without_query(url)}` of a client has a query behind it\nhint: put the query into each request")
        self.url = url
        self._start = url.rstrip("/")
        self._origin = _origin(url)

    def join(self, url: str) -> tuple[str, bool]:
        """The whole address of a request, and whether the headers of the client go with it."""
        if not self.url:
            return url, True
        if _ABSOLUTE.match(url):
            return url, self._origin is not None and _origin(url) == self._origin
        return (f"{self._start}/{url.lstrip('/')}" if url else self.url), True


def _origin(url: str) -> tuple[str, str, int] | None:
    """The scheme, the host and the port of an absolute address. None if one of them cannot be told for sure."""
    found = _ABSOLUTE.match(url)
    if found is None:
        return None
    scheme, authority = found[1].lower(), found[2].rpartition("@")[2].lower()
    host, colon, port = authority.rpartition(":")
    if not colon or authority.endswith("]"):
        host, port = authority, ""
    # Anything else is read in more than one way.
    if scheme not in _PORTS or not re.fullmatch(r"[a-z0-9._-]+|\[[0-9a-f:.]+\]", host) or not re.fullmatch(r"[0-9]*", port):
        return None
    return scheme, host, int(port) if port else _PORTS[scheme]
