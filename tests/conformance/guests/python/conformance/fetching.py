"""Requests."""

from typing import Any, Self

from pulumi_wasm_provider import Backoff, CreateContext, Output, PreviewContext, ReadContext, Resource, http


class Fetching(Resource):
    """Has the response of a server as its outputs."""

    url: str
    """The address."""
    method: str = "GET"
    """The method."""
    headers: dict[str, str] | None
    """Headers of the request."""
    body: str | None
    """A text to send."""
    json: Any | None
    """A value to send as JSON."""
    attempts: int | None
    """The largest number of attempts."""
    redirects: int | None
    """The largest number of redirects to follow."""
    parts: bool | None
    """Whether the answer is read in parts of four bytes."""
    strict: bool | None
    """Whether a status of 400 and above is an error."""
    early: bool | None
    """Whether previews fetch too."""
    status: Output[int]
    """The answer's status."""
    answer: Output[str]
    """The answer's text."""
    header: Output[str | None]
    """The answer's header `x-answer`."""
    name: Output[str | None]
    """The member `name` of an answer that is JSON."""
    address: Output[str]
    """The address that answered."""

    def create(self, cx: CreateContext) -> str:
        if self.parts:
            self._fetch_in_parts()
        else:
            self._fetch()
        return "fetching"

    def preview_create(self, cx: PreviewContext) -> None:
        if self.early:
            self.answer = http.request(self.method, self.url).text

    @classmethod
    def read(cls, id: str, old: Self | None, cx: ReadContext) -> Self | None:
        if old is None:
            return None
        response = http.request(old.method, old.url)
        if response.status == 404:
            return None
        old.answer = response.text
        return old

    def _fetch(self) -> None:
        response = http.request(
            self.method,
            self.url,
            headers=self.headers,
            json=self.json,
            data=self.body,
            backoff=None if self.attempts is None else Backoff(first_delay=0.005, attempts=self.attempts),
            redirects=self.redirects,
        )
        if self.strict:
            response.raise_for_status()
        self.status = response.status
        self.answer = response.text
        self.header = response.header("X-Answer")
        self.address = response.url
        if (response.header("content-type") or "").startswith("application/json"):
            self.name = response.json()["name"]

    def _fetch_in_parts(self) -> None:
        answer = b""
        with http.stream(self.method, self.url) as response:
            while part := response.read(4):
                answer += part
            self.status = response.status
            self.header = response.header("X-Answer")
            self.address = response.url
        self.answer = answer.decode()
