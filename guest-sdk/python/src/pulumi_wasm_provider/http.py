"""HTTP under the grants that the user gave. Nothing is reachable without one.

    zone = http.get(f"{url}/zones/{name}").raise_for_status().json()
    api = http.Client(base_url="https://api.example.com/v1", bearer=token, attempts=5)
    api.post("/zones", json={"name": name})
"""

from __future__ import annotations

import io
import json as _json
from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from ._interface.host import Answer, AssetBody, Request, Written, host
from ._interface.schedule import Schedule, milliseconds
from ._network.address import Base
from ._network.status import failed_with_status, without_query
from .contexts.backoff import Backoff, of_request
from .errors import ProviderError
from .values.asset import Asset, _absent

__all__ = ["Client", "NotJsonError", "Response", "delete", "get", "patch", "post", "put", "request", "stream", "upload"]

_CHUNK = 1 << 18

Body = str | bytes | Asset


class NotJsonError(ProviderError, ValueError):
    """The body of an answer is not JSON. It is a `ValueError` as well, as other libraries raise it."""


class Options(TypedDict, total=False):
    """The options of every request; see `Client.request`."""

    headers: Mapping[str, str] | None
    json: Any
    data: Body | None
    attempts: int | None
    backoff: Backoff | None
    timeout: float | None
    redirects: int | None


class Response:
    """The answer to a request. Each status is an answer, not an error: see `raise_for_status`."""

    def __init__(self, request: Request, answer: Answer) -> None:
        self._described = f"{request.method} {without_query(request.url)}"
        self._answer = answer

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> None:
            advice = ": the status code is `status`" if name == "status_code" else ""
            raise AttributeError(f"a response has no `{name}`{advice}", name=name, obj=self)

    @property
    def status(self) -> int:
        """The status code, such as 200."""
        return self._answer.status

    @property
    def ok(self) -> bool:
        """Whether the status is between 200 and 299."""
        return 200 <= self.status < 300

    @property
    def url(self) -> str:
        """The address that answered, after redirects."""
        return self._answer.url

    @property
    def headers(self) -> dict[str, str]:
        """The headers, in lower case. Repeated headers are joined by commas."""
        found: dict[str, str] = {}
        for name, value in self._answer.headers:
            name = name.lower()
            found[name] = f"{found[name]}, {value}" if name in found else value
        return found

    def header(self, name: str) -> str | None:
        """The first header of this name, in any case."""
        return next((value for known, value in self._answer.headers if known.lower() == name.lower()), None)

    @property
    def text(self) -> str:
        """The body as text, without the byte order mark that it may begin with. Fails when it is not UTF-8."""
        body = self._answer.body
        try:
            return (body if isinstance(body, str) else body.decode()).removeprefix("\ufeff")
        except UnicodeDecodeError:
            raise ProviderError(f"{self._described}: the answer is not text") from None

    @property
    def content(self) -> bytes:
        """The body as bytes."""
        body = self._answer.body
        return body.encode() if isinstance(body, str) else body

    def json(self) -> Any:
        """The body, read as JSON. Fails with `NotJsonError`, which is a `ValueError` too, when it is not JSON: look at the status first,
        by `raise_for_status`, because servers answer failures with pages."""
        try:
            body = self._answer.body
            return _json.loads(body.removeprefix("\ufeff") if isinstance(body, str) else body)
        except (ValueError, RecursionError) as error:
            raise NotJsonError(f"{self._described}: reading the answer: it is not JSON: {error}") from None

    def raise_for_status(self) -> Response:
        """The same answer, if the status is between 200 and 299. A redirect that the request did not follow is not a success, and
        neither is 304: read `status` first after a request with a condition. Else it fails with the request, the status and the beginning of
        the body: with `NotFoundError` for 404, `DeniedError` for 401 and 403, `AlreadyExistsError` for 409, `UnavailableError`
        for 429 and from 500 on, `ProviderError` for the rest."""
        if not self.ok:
            raise failed_with_status(self.status, self._described, self.content, self.header("location"))
        return self

    def __repr__(self) -> str:
        # Headers and body may have secrets.
        return f"<Response {self._described} answered {self.status}>"


class Client:
    """Requests to one server, with a common base address, headers, credentials and retries.

    Args:
        base_url: The beginning of the addresses of all requests, an absolute address without a query. One slash joins both.
        headers: Headers of every request.
        bearer: A token, sent as `Authorization: Bearer …`.
        basic: A user and a password, sent as a basic authorization.
        attempts, backoff, timeout, redirects: As in `request`, for every request that does not say otherwise.

    A request may have an absolute address, too. Headers and credentials of the client go with it only if its scheme, host and port are
    the same as in `base_url`. If the provider need not know a secret, it is better a credential of `Net`, which the host sends.
    """

    def __init__(
        self,
        *,
        base_url: str | None = None,
        headers: Mapping[str, str] | None = None,
        bearer: str | None = None,
        basic: tuple[str, str] | None = None,
        attempts: int | None = None,
        backoff: Backoff | None = None,
        timeout: float | None = None,
        redirects: int = 0,
    ) -> None:
        self._base = Base(base_url)
        self._headers = dict(headers or {})
        if bearer is not None:
            if basic is not None:
                raise TypeError("a client has either `bearer` or `basic`")
            self._headers["authorization"] = f"Bearer {bearer}"
        elif basic is not None:
            user, password = basic
            self._headers["authorization"] = f"Basic {b64encode(f'{user}:{password}'.encode()).decode()}"
        self._backoff = _backoff(attempts, backoff)
        self._timeout = timeout
        self._redirects = redirects

    def __repr__(self) -> str:
        # Headers may have secrets.
        return f"<Client {without_query(self._base.url or '')}>"

    def request(
        self,
        method: str,
        url: str,
        *,
        headers: Mapping[str, str] | None = None,
        json: Any = None,
        data: Body | None = None,
        attempts: int | None = None,
        backoff: Backoff | None = None,
        timeout: float | None = None,
        redirects: int | None = None,
    ) -> Response:
        """Sends a request and waits for the whole answer.

        Args:
            url: The part behind the client's `base_url`, or an absolute `http` or `https` address.
            headers: Headers beside the headers of the client.
            json: A value that becomes the body, as JSON, with the content type that goes with it.
            data: A text, bytes, or an asset, which the host sends without its passing through the component's memory.
            attempts: Sends the request again without an answer, or after one of status 429, 502, 503 or 504: so many attempts, the
                first included, with the pauses of `Backoff`. It repeats only requests that may be sent twice: `GET`,
                `HEAD`, `OPTIONS`, `PUT` and `DELETE`, and others with a header `Idempotency-Key`.
            backoff: The same, with other pauses.
            timeout: Seconds until the whole answer must have arrived. Without it, the call's own deadline counts.
            redirects: How many redirects are followed, if a grant covers each. To another origin go only headers that
                carry no credentials. Without this, a redirect is an answer.

        Fails with `DeniedError` without a grant, and for a request that could change something while nothing may; with
        `UnavailableError`, `TimedOutError`, `CancelledError`, `InvalidError`.
        """
        request = self._make(method, url, headers, json, data, attempts, backoff, timeout, redirects)
        return Response(request, host().fetch(request))

    def get(self, url: str, **options: Unpack[Options]) -> Response:
        """A `GET` request. It has the options of `request`."""
        return self.request("GET", url, **options)

    def post(self, url: str, **options: Unpack[Options]) -> Response:
        """A `POST` request. It has the options of `request`."""
        return self.request("POST", url, **options)

    def put(self, url: str, **options: Unpack[Options]) -> Response:
        """A `PUT` request. It has the options of `request`."""
        return self.request("PUT", url, **options)

    def patch(self, url: str, **options: Unpack[Options]) -> Response:
        """A `PATCH` request. It has the options of `request`."""
        return self.request("PATCH", url, **options)

    def delete(self, url: str, **options: Unpack[Options]) -> Response:
        """A `DELETE` request. It has the options of `request`."""
        return self.request("DELETE", url, **options)

    @contextmanager
    def stream(self, method: str, url: str, **options: Unpack[Options]) -> Iterator[StreamedResponse]:
        """An answer whose body is read in parts, for bodies that are too large for the component's memory:
        `with http.stream("GET", url) as answer: answer.read(1024)`. It has the options of `request`."""
        request = self._make(method, url, **options)
        exchange = host().open_exchange(request)
        try:
            yield StreamedResponse(request, host().answer_exchange(exchange), exchange)
        finally:
            host().close_exchange(exchange)

    @contextmanager
    def upload(self, method: str, url: str, *, length: int | None = None, **options: Unpack[Options]) -> Iterator[Upload]:
        """A request whose body is written in parts. Most servers want to know its length in bytes:
        `with http.upload("PUT", url, length=n) as body: body.write(part); answer = body.finish()`."""
        request = self._make(method, url, **options)
        request.body = Written(length)
        exchange = host().open_exchange(request)
        try:
            yield Upload(request, exchange)
        finally:
            host().close_exchange(exchange)

    def _make(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str] | None = None,
        json: Any = None,
        data: Body | None = None,
        attempts: int | None = None,
        backoff: Backoff | None = None,
        timeout: float | None = None,
        redirects: int | None = None,
    ) -> Request:
        address, is_of_base = self._base.join(url)
        own = self._headers if is_of_base else {}
        merged = {name.lower(): (name, value) for name, value in own.items()}
        merged |= {name.lower(): (name, value) for name, value in (headers or {}).items()}
        body: str | bytes | AssetBody | None = None
        if json is not None:
            if data is not None:
                raise TypeError("a request has either `json` or `data`")
            body = _json.dumps(json, ensure_ascii=False, separators=(",", ":"))
            merged.setdefault("content-type", ("content-type", "application/json"))
        elif isinstance(data, Asset):
            body = _sent(data)
        elif data is not None:
            body = data
        timeout = self._timeout if timeout is None else timeout
        return Request(
            method,
            address,
            list(merged.values()),
            body,
            0 if timeout is None else milliseconds(timeout),
            self._redirects if redirects is None else redirects,
            _backoff(attempts, backoff) or self._backoff,
        )


def _backoff(attempts: int | None, backoff: Backoff | None) -> Schedule | None:
    if attempts is not None and backoff is not None:
        raise TypeError("give either `attempts` or `backoff`: write `backoff=Backoff(attempts=…)`")
    if attempts is not None:
        backoff = Backoff(attempts=attempts)
    return None if backoff is None else of_request(backoff)


def _sent(asset: Asset) -> str | AssetBody:
    if asset._handle is not None:
        return AssetBody(asset._handle)
    if asset._text is None:
        raise _absent()
    return asset._text


class StreamedResponse:
    """An answer whose body is read in parts."""

    def __init__(self, request: Request, answer: Answer, exchange: int) -> None:
        self._head = Response(request, answer)
        self._exchange = exchange
        self.status = answer.status
        """The status code, such as 200."""
        self.url = answer.url
        """The address that answered, after redirects."""

    def header(self, name: str) -> str | None:
        """The first header of this name, in any case."""
        return self._head.header(name)

    def raise_for_status(self) -> StreamedResponse:
        """As `Response.raise_for_status`."""
        if not self._head.ok:
            raise failed_with_status(self.status, self._head._described, self.read(4096), self.header("location"))
        return self

    def read(self, count: int = _CHUNK) -> bytes:
        """The next bytes of the body, at most so many; empty at its end."""
        return host().read_exchange(self._exchange, min(count, _CHUNK)) if count > 0 else b""

    def __iter__(self) -> Iterator[bytes]:
        while part := self.read():
            yield part


class Upload(io.RawIOBase):
    """A request whose body is written in parts."""

    def __init__(self, request: Request, exchange: int) -> None:
        super().__init__()
        self._request = request
        self._exchange = exchange

    def writable(self) -> bool:
        return True

    def write(self, part: Any) -> int:
        """Sends the next part of the body; waits while the server is slower."""
        sent = bytes(part)
        for start in range(0, len(sent), _CHUNK):
            host().write_exchange(self._exchange, sent[start : start + _CHUNK])
        return len(sent)

    def finish(self) -> StreamedResponse:
        """Ends the body, and waits for the answer."""
        return StreamedResponse(self._request, host().answer_exchange(self._exchange), self._exchange)


_default = Client()
request = _default.request
get = _default.get
post = _default.post
put = _default.put
patch = _default.patch
delete = _default.delete
stream = _default.stream
upload = _default.upload
