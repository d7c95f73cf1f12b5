"""Answers of servers as errors, by their status."""

from __future__ import annotations

from ..errors import AlreadyExistsError, DeniedError, NotFoundError, ProviderError, UnavailableError

#: The maximum length of a body in an error's text.
_SHOWN_CHARACTERS = 500


def without_query(url: str) -> str:
    """The address without the parts that may be secret: user, password, query, fragment."""
    url = url.split("?", 1)[0].split("#", 1)[0]
    scheme, separator, rest = url.partition("://")
    if not separator:
        return url
    authority, slash, path = rest.partition("/")
    return f"{scheme}://{authority.rpartition('@')[2]}{slash}{path}"


def _without_credentials(location: str) -> str:
    """The target of a redirect without the parts that may be secret. It may be relative."""
    target = without_query(location)
    is_path = target.startswith("/") and target[1:2] not in ("/", "\\")
    if is_path or "://" in target or "@" not in target:
        return target
    return f"//{target.rpartition('@')[2]}"


def failed_with_status(status: int, described: str, body: bytes, location: str | None = None) -> ProviderError:
    """The error for a status that is not a success, with the target of the redirect that a request of `http` did not follow."""
    if location is not None and 300 <= status < 400:
        return ProviderError(
            f"{described} answered {status}, a redirect to `{_without_credentials(location)}` that the request does not follow\n"
            "hint: set the request's option `redirects` to the number of redirects to follow"
        )
    text = body.decode(errors="replace").strip()
    shown = text[:_SHOWN_CHARACTERS] + ("…" if len(text) > _SHOWN_CHARACTERS else "")
    message = f"{described} answered {status}" + (f": {shown}" if shown else "")
    kind = {401: DeniedError, 403: DeniedError, 404: NotFoundError, 409: AlreadyExistsError, 429: UnavailableError}
    return kind.get(status, UnavailableError if status >= 500 else ProviderError)(message)
