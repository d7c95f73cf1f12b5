"""Requests to the API: their addresses, their repetition, and the text of a refusal."""

import json
import random
from collections.abc import Callable
from typing import Any

from pulumi_wasm_provider import (
    AlreadyExistsError,
    Context,
    DeniedError,
    ProviderError,
    UnavailableError,
    http,
)

from .config import Settings

#: How often a request is sent at most. With the pauses between them that is about six seconds, in which a server with many
#: writers gets to each of them.
ATTEMPTS = 8

#: The pause before the first repetition, in seconds. Each pause is twice as long as the one before it.
FIRST_PAUSE = 0.05

#: Longer answers are cut in messages.
TEXT_LIMIT = 500


class Answer:
    """The server's answer."""

    def __init__(self, status: int, body: str) -> None:
        self.status = status
        self._body = body

    @property
    def ok(self) -> bool:
        return 200 <= self.status < 300

    @property
    def passes(self) -> bool:
        """Whether it is a failure that may pass when the request is repeated."""
        return self.status in (429, 500, 502, 503, 504)

    def json(self) -> Any:
        """The body of an answer that succeeded."""
        try:
            return json.loads(self._body)
        except ValueError as error:
            raise ProviderError(f"this is not an answer of PowerDNS: {error}: {self.text}") from None

    @property
    def text(self) -> str:
        """The text of a refusal, for people: PowerDNS explains most
        of them as `{"error": "…"}`, and some in plain text."""
        try:
            return str(json.loads(self._body)["error"])
        except (ValueError, LookupError, TypeError):
            return self._body.strip()[:TEXT_LIMIT]


class Client:
    """Sends requests to one of the servers behind the API."""

    def __init__(self, cx: Context) -> None:
        settings = cx.config(Settings)
        self._cx = cx
        self._address = settings.server_address
        self._session = http.Session(self._address, headers={"X-API-Key": settings.api_key})

    def send(self, method: str, path: str, body: Any = None, may_repeat: Callable[[], bool] = lambda: True) -> Answer:
        """Sends a request, and sends it again while the server is too busy for it. A request that may be repeated only
        under a condition has `may_repeat`, which is asked before each repetition.

        PowerDNS answers 500 when its database is busy with another change, and then has changed nothing; and it ends
        connections when there are too many. Changes of a deployment run side by side, so this is to be expected, above all
        with SQLite.
        """
        pause = FIRST_PAUSE
        for _ in range(ATTEMPTS - 1):
            try:
                answer = self._send_once(method, path, body)
            except UnavailableError as error:
                problem = error.message
            else:
                if not answer.passes:
                    return answer
                problem = answer.text
            self._cx.debug(f"{method} {path}: {problem}; trying again")
            # So that those who failed together do not try again together.
            self._cx.sleep(random.uniform(pause / 2, pause))
            pause *= 2
            if not may_repeat():
                raise UnavailableError(f"{method} {path}: {problem}")
        return self._send_once(method, path, body)

    def _send_once(self, method: str, path: str, body: Any) -> Answer:
        response = self._session.request(method, path, json=body)
        return Answer(response.status, response.text)

    def refusal(self, action: str, answer: Answer) -> ProviderError:
        """The error for an answer that is not the one hoped for; `action` completes the sentence "cannot …"."""
        message = f"cannot {action}: PowerDNS at {self._address} answers {answer.status}: {answer.text}"
        match answer.status:
            case 401 | 403:
                return DeniedError(f"{message}\nhint: is `powerdns:apiKey` the server's `api-key`?")
            case 404:
                # Not `NotFoundError`: that would say that the thing is gone, which the caller has to make sure of.
                return ProviderError(f"{message}\nhint: are `powerdns:serverUrl` and `powerdns:serverId` right?")
            case 409:
                return AlreadyExistsError(message)
            case 500:
                return UnavailableError(f"{message}\nhint: the server's log says more")
            case 429 | 502 | 503 | 504:
                return UnavailableError(message)
            case _:
                return ProviderError(message)
