"""Requests by libraries that know nothing of components."""

import urllib.request

import httpx
import requests
from pulumi_wasm_provider import CreateContext, Output, Resource

HEADERS = {"content-type": "application/json", "x-question": "what"}


class Borrowed(Resource):
    """Is what a server says to a library."""

    url: str
    """The address."""
    library: int
    """Which library of the language sends."""
    body: str
    """A text to send."""
    status: Output[int]
    """The answer's status."""
    answer: Output[str]
    """The answer's text."""

    def create(self, cx: CreateContext) -> str:
        match self.library:
            case 0:
                made = urllib.request.Request(self.url, self.body.encode(), HEADERS, method="PUT")
                with urllib.request.urlopen(made) as found:
                    self.status, self.answer = found.status, found.read().decode()
            case 1:
                response = requests.put(self.url, self.body, headers=HEADERS, timeout=30)
                response.encoding = "utf-8"
                self.status, self.answer = response.status_code, response.text
            case _:
                with httpx.Client(follow_redirects=True) as client:
                    answered = client.put(self.url, content=self.body, headers=HEADERS)
                self.status, self.answer = answered.status_code, answered.text
        return "borrowed"
