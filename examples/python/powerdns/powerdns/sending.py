"""How requests are repeated while the server is busy, and the text of a refusal."""

import random
from collections.abc import Callable
from typing import Any

from pulumi_wasm_provider import AlreadyExistsError, Context, DeniedError, ProviderError, UnavailableError, http

from .config import Settings

#: How often a request is sent at most. With the pauses between them that is about six seconds, in which a server with many
#: writers gets to each of them.
ATTEMPTS = 8

#: The pause before the first repetition, in seconds. Each pause is twice as long as the one before it.
FIRST_PAUSE = 0.05

#: Failures that may pass when the request is repeated.
PASSING = (429, 500, 502, 503, 504)

#: Longer answers are cut in messages.
TEXT_LIMIT = 500


def send(
    cx: Context, method: str, path: str, body: Any = None, may_repeat: Callable[[], bool] = lambda: True
) -> http.Response:
    """Sends a request, and sends it again while the server is too busy for it. A request that may be repeated only
    under a condition has `may_repeat`, which is asked before each repetition.

    PowerDNS answers 500 when its database is busy with another change, and then has changed nothing; and it ends
    connections when there are too many. Expect this, above all with SQLite, because a deployment makes its changes in
    parallel.
    """
    client, pause = cx.client(Settings), FIRST_PAUSE
    for _ in range(ATTEMPTS - 1):
        try:
            answer = client.request(method, path, json=body)
        except UnavailableError as error:
            problem = error.message
        else:
            if answer.status not in PASSING:
                return answer
            problem = _text(answer)
        cx.debug(f"{method} {path}: {problem}; trying again")
        # So that those who failed together do not try again together.
        cx.sleep(random.uniform(pause / 2, pause))
        pause *= 2
        if not may_repeat():
            raise UnavailableError(f"{method} {path}: {problem}")
    return client.request(method, path, json=body)


def refusal(cx: Context, action: str, answer: http.Response) -> ProviderError:
    """The error for an answer that is not the one hoped for; `action` completes the sentence "cannot …"."""
    address = cx.config(Settings).server_address
    message = f"cannot {action}: PowerDNS at {address} answers {answer.status}: {_text(answer)}"
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


def _text(answer: http.Response) -> str:
    """The text of a refusal, for people: PowerDNS explains most
    of them as `{"error": "…"}`, and some in plain text."""
    try:
        return str(answer.json()["error"])
    except (ValueError, LookupError, TypeError):
        return answer.text.strip()[:TEXT_LIMIT]
