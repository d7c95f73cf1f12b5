"""HTTP/1.1 as text: the request that a library writes into a socket, and the answer that it reads from there.

It understands the requests that clients write. It reads one request; connections are not kept.
"""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import NamedTuple

from .._interface.host import Answer, Request

_FIRST_LINE = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+ [^ \r\n]+ HTTP/1\.[01]\Z")
#: The pattern for an incomplete request line.
_MAY_BECOME = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]*(?: [^\r\n]*)?\r?\Z")
#: Headers about the connection, which is the host's.
_OF_THE_CONNECTION = frozenset(
    "connection content-length expect keep-alive proxy-connection te transfer-encoding".split()
)
_PORTS = {"http": 80, "https": 443}


class NotHttpError(Exception):
    """The written bytes are not a request of HTTP/1.1."""


class Message(NamedTuple):
    """The written request, parsed."""

    method: str
    target: str
    headers: list[tuple[str, str]]
    body: bytes | None

    def sent_to(self, scheme: str, host: str, port: int) -> Request:
        """The request for the host of the component, to the server that the socket is connected to."""
        name = f"[{host}]" if ":" in host and not host.startswith("[") else host
        authority = name if port == _PORTS[scheme] else f"{name}:{port}"
        # A request to a proxy names the whole address.
        is_whole = self.target.startswith(("http://", "https://"))
        url = self.target if is_whole else f"{scheme}://{authority}{self.target if self.target.startswith('/') else '/' + self.target}"
        meant = {authority.lower(), f"{name}:{port}".lower()}
        headers = [
            (key, value)
            for key, value in self.headers
            if key.lower() not in _OF_THE_CONNECTION
            # The component's host writes this header, and refuses other values with the reason.
            and not (key.lower() == "host" and (is_whole or value.strip().lower() in meant))
        ]
        body: str | bytes | None = self.body
        if self.body is not None:
            try:
                body = self.body.decode()
            except UnicodeDecodeError:
                body = self.body
        return Request(self.method, url, headers, body)


class RequestReader:
    """Collects the bytes of one request."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._head: tuple[str, str, list[tuple[str, str]]] | None = None
        self._length: int | None = None
        self._chunks: bytearray | None = None

    def take(self, part: bytes) -> Message | None:
        """The request, once it is complete. Fails with `NotHttpError`."""
        self._bytes += part
        if self._head is None and not self._read_head():
            return None
        if self._head is None:
            return None
        method, target, headers = self._head
        if self._chunks is not None:
            return Message(method, target, headers, bytes(self._chunks)) if self._read_chunks() else None
        if self._length is None:
            return Message(method, target, headers, None)
        if len(self._bytes) < self._length:
            return None
        return Message(method, target, headers, bytes(self._bytes[: self._length]))

    def _read_head(self) -> bool:
        first, has_first, _ = bytes(self._bytes[: 1 << 16]).partition(b"\r\n")
        if not (_FIRST_LINE if has_first else _MAY_BECOME).match(first):
            raise NotHttpError
        end = self._bytes.find(b"\r\n\r\n")
        if end < 0:
            return False
        lines = bytes(self._bytes[:end]).decode("latin-1").split("\r\n")
        del self._bytes[: end + 4]
        method, target, _ = lines[0].split(" ")
        headers: list[tuple[str, str]] = []
        for line in lines[1:]:
            name, colon, value = line.partition(":")
            if not colon:
                raise NotHttpError
            headers.append((name, value.strip()))
        self._head = (method, target, headers)
        by_name = {name.lower(): value for name, value in headers}
        if "chunked" in by_name.get("transfer-encoding", "").lower():
            self._chunks = bytearray()
        elif "content-length" in by_name:
            try:
                self._length = int(by_name["content-length"])
            except ValueError:
                raise NotHttpError from None
        return True

    def _read_chunks(self) -> bool:
        """Whether the last chunk has arrived. Removes complete chunks from the written bytes."""
        chunks = self._chunks
        while chunks is not None:
            end = self._bytes.find(b"\r\n")
            if end < 0:
                return False
            try:
                size = int(bytes(self._bytes[:end]).partition(b";")[0], 16)
            except ValueError:
                raise NotHttpError from None
            if size == 0:
                # Trailers may stand before the empty line.
                return self._bytes.find(b"\r\n\r\n", end) >= 0
            if len(self._bytes) < end + 2 + size + 2:
                return False
            chunks += self._bytes[end + 2 : end + 2 + size]
            del self._bytes[: end + 2 + size + 2]
        return False


def answer_text(method: str, answer: Answer) -> bytes:
    """An answer as a server writes it that closes the connection behind it."""
    body = answer.body.encode() if isinstance(answer.body, str) else answer.body
    try:
        phrase = HTTPStatus(answer.status).phrase
    except ValueError:
        phrase = "Unknown"
    has_body = method != "HEAD" and answer.status not in (204, 304)
    left_out = {"connection", "keep-alive", "transfer-encoding", *(["content-length"] if has_body else [])}
    lines = [f"HTTP/1.1 {answer.status} {phrase}"]
    lines += [f"{name}: {value}" for name, value in answer.headers if name.lower() not in left_out]
    if has_body:
        lines.append(f"Content-Length: {len(body)}")
    lines.append("Connection: close")
    head = "\r\n".join(lines).encode("latin-1", "replace") + b"\r\n\r\n"
    return head + body if has_body else head
