"""Names the subject of an error."""

from __future__ import annotations

from ..errors import InvalidError, ProviderError


class about:
    """Puts the name of the declaration in front of each `ProviderError`. Failures of its properties become a plain error, because they do
    not concern the component's inputs."""

    def __init__(self, what: str) -> None:
        self._what = what

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, InvalidError):
            raise ProviderError(f"{self._what}: {error.message}") from None
        if isinstance(error, ProviderError):
            error.prefixed(self._what)
