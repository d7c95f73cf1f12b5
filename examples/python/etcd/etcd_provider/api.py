"""The requests to the cluster, and the errors that its refusals become."""

import base64
from typing import Any

from pulumi_wasm_provider import (
    AlreadyExistsError,
    Context,
    DeniedError,
    NotFoundError,
    ProviderError,
    UnavailableError,
    http,
)

from .settings import Settings

#: The prefix of the gateway's paths since etcd 3.4.
PREFIX = "/v3"

#: Requests that change nothing, although they are sent with POST. The provider may send them in previews.
READING_PATHS = [
    f"{PREFIX}/kv/range",
    f"{PREFIX}/auth/authenticate",
    f"{PREFIX}/auth/role/get",
    f"{PREFIX}/auth/user/get",
]

#: The lifetime of a login in seconds. The cluster forgets a token 300 seconds after its last use.
TOKEN_LIFETIME = 240

#: The instances of the provider share a login by this name.
TOKEN = "token"

# The gateway answers most refusals with the same code, so only their texts tell them apart.
_MISSING = (
    "role name not found",
    "user name not found",
    "permission is not granted to the role",
    "role is not granted to the user",
)
_EXISTING = ("role name already exists", "user name already exists")
_LOGIN_NEEDED = ("user name is empty", "invalid auth token", "revision in header is old")
_NOT_ENABLED = "authentication is not enabled"


class Api:
    """The cluster of the configuration."""

    def __init__(self, cx: Context) -> None:
        self._cx = cx

    def call(self, action: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Sends a request, with a login if the cluster asks for one. `action` completes the sentence "cannot …".

        Fails with `NotFoundError` or `AlreadyExistsError` if the cluster says so, with `DeniedError` if the user may not
        do this, and with `UnavailableError` if the cluster cannot answer now.
        """
        token = self._token()
        answer = self._send(path, body, token)
        if not answer.ok and _is_one_of(_reason(answer), _LOGIN_NEEDED):
            # The token has expired, or authentication was enabled after the login.
            self._cx.shared.forget(TOKEN, token)
            answer = self._send(path, body, self._token())
        if not answer.ok:
            raise self._refusal(action, answer)
        found: dict[str, Any] = answer.json()
        return found

    def is_authentication_enabled(self) -> bool:
        """Whether the cluster asks for a login. A login without a name tells it in every version: it is refused for the name,
        or because authentication is not enabled."""
        answer = self._send("/auth/authenticate", {"name": "", "password": ""}, "")
        if answer.ok or _NOT_ENABLED in _reason(answer):
            return False
        if answer.status >= 500:
            raise self._refusal("ask about authentication", answer)
        return True

    def _send(self, path: str, body: dict[str, Any], token: str) -> http.Response:
        headers = {"authorization": token} if token else {}
        return self._cx.client(Settings).post(f"{PREFIX}{path}", json=body, headers=headers)

    def _token(self) -> str:
        if self._cx.config(Settings).username is None:
            return ""
        return self._cx.shared.get_or_make(TOKEN, TOKEN_LIFETIME, self._log_in)

    def _log_in(self) -> str:
        """A new token, or an empty text if the authentication of the cluster is not enabled."""
        settings = self._cx.config(Settings)
        body = {"name": settings.username, "password": settings.password or ""}
        answer = self._send("/auth/authenticate", body, "")
        if answer.ok:
            return str(answer.json()["token"])
        if _NOT_ENABLED in _reason(answer):
            return ""
        raise self._refusal(f"log in as {settings.username}", answer)

    def _refusal(self, action: str, answer: http.Response) -> ProviderError:
        reason = _reason(answer)
        message = f"cannot {action}: etcd at {self._cx.config(Settings).endpoint} answers: {reason}"
        if _is_one_of(reason, _MISSING):
            return NotFoundError(message)
        if _is_one_of(reason, _EXISTING):
            return AlreadyExistsError(message)
        if _is_one_of(reason, _LOGIN_NEEDED) or "authentication failed" in reason:
            return DeniedError(f"{message}\nhint: set `etcd:username` and `etcd:password` to a user of the cluster")
        if answer.status in (401, 403):
            return DeniedError(f"{message}\nhint: give the user of `etcd:username` a role with this permission, or the role `root`")
        if answer.status == 404:
            return ProviderError(f"{message}\nhint: the provider needs etcd 3.4 or later, at its client port")
        if answer.status == 429 or answer.status >= 500:
            return UnavailableError(message)
        return ProviderError(message)


def encoded(key: str | bytes) -> str:
    """A key or a value as the gateway expects bytes: in Base64."""
    return base64.b64encode(key.encode() if isinstance(key, str) else key).decode()


def decoded(text: str | None) -> bytes:
    """The bytes of a key or a value. The gateway leaves an empty value out."""
    return base64.b64decode(text or "")


def range_end(prefix: bytes) -> bytes:
    """The first key behind all keys that begin with a prefix. One zero byte stands for the end of all keys."""
    for index in reversed(range(len(prefix))):
        if prefix[index] < 0xFF:
            return prefix[:index] + bytes([prefix[index] + 1])
    return b"\0"


def _is_one_of(reason: str, texts: tuple[str, ...]) -> bool:
    return any(text in reason for text in texts)


def _reason(answer: http.Response) -> str:
    """The text of a refusal, for people."""
    try:
        return str(answer.json()["error"])
    except (ValueError, LookupError, TypeError):
        return f"{answer.status} {answer.text.strip()[:500]}"
