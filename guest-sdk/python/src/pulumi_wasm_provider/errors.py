"""How a provider's hooks and functions fail."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._model.thing import Thing


class ProviderError(Exception):
    """Why a call failed. Subclasses name the kind of failure; this class only has a text.

    Except for `PartialError`, an error says that nothing outside was changed, unless a checkpoint was saved in the same
    call.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message

    def prefixed(self, what: str) -> None:
        """Puts the running operation in front of the text. `error_context` calls it."""
        self.message = f"{what}: {self.message}"
        self.args = (self.message,)

    def __str__(self) -> str:
        return self.message


class NotFoundError(ProviderError):
    """The resource of the call does not exist. From `delete` this counts as success."""


class AlreadyExistsError(ProviderError):
    """Something of that name exists already."""


class DeniedError(ProviderError):
    """Refused: by a missing grant, by the rules of previews, or by the server's authorization."""


class UnavailableError(ProviderError):
    """The server cannot be reached or is overloaded; a later attempt may succeed."""


class TimedOutError(ProviderError):
    """A time limit ended the operation."""


class CancelledError(ProviderError):
    """The user or the engine ended the operation."""


class UnsupportedError(ProviderError):
    """This provider does not support the operation."""


class AwaitFailedError(ProviderError):
    """The resource did not become ready: from `create`, `resume` and `update` only. The state stays unchanged. The
    deployment continues with resources that do not depend on this one, and fails at its end. Engines before Pulumi
    3.272 treat it like any other failure.

    For a type that only waits for something. The state then does not
    record a resource that a `create` has made: save a checkpoint, or
    raise a `PartialError`.
    """


@dataclass(frozen=True)
class PropertyFailure:
    """One invalid property."""

    property: str
    """The property's path, such as `rules[0].port`; empty for the whole request."""
    reason: str
    """The reason, as a sentence for the author of the program."""

    def __str__(self) -> str:
        return f"{self.property}: {self.reason}" if self.property else self.reason


class InvalidError(ProviderError):
    """The request is invalid, with the properties and the reasons.

    `property` is a property of the class, such as `Zone.name`, or a path as text, such as `rules[0].port`. An empty text means
    the whole request.
    """

    def __init__(self, property: object, reason: str) -> None:
        self.failures = [PropertyFailure(path_of(property), reason)]
        super().__init__(str(self.failures[0]))

    @classmethod
    def of(cls, failures: list[PropertyFailure]) -> InvalidError:
        """One error of several failures."""
        error = cls("", "")
        error.failures = failures
        error.message = "; ".join(map(str, failures))
        error.args = (error.message,)
        return error

    def prefixed(self, what: str) -> None:
        self.failures = [PropertyFailure(one.property, f"{what}: {one.reason}") for one in self.failures]
        self.message = "; ".join(map(str, self.failures))
        self.args = (self.message,)


class PartialError(ProviderError):
    """The resource exists, but is incomplete or wrong: from `create`, `resume`, `update` and `read` only. The engine
    records the state, the deployment fails with the reasons, and the next deployment continues from the state.
    """

    def __init__(self, id: str, state: Thing, *reasons: str) -> None:
        if not reasons:
            raise TypeError("a PartialError needs a reason: say what is wrong")
        super().__init__("; ".join(reasons))
        self.id = id
        self.state = state
        self.reasons = reasons

    def prefixed(self, what: str) -> None:
        self.reasons = tuple(f"{what}: {reason}" for reason in self.reasons)
        self.message = "; ".join(self.reasons)
        self.args = (self.message,)


class NotKnownError(Exception):
    """The value is unknown until the deployment. In `check`, `diff` and the hooks of previews the author need not catch
    it: the hook ends, and its earlier failures and values count.
    """


class NotSetError(AttributeError):
    """The property is not set yet."""


class DefinitionError(Exception):
    """All mistakes in the classes and functions of a provider."""


@contextmanager
def error_context(what: str) -> Iterator[None]:
    """Puts the running operation in front of every `ProviderError`: `reading the zone: connection refused`."""
    try:
        yield
    except ProviderError as error:
        error.prefixed(what)
        raise


def path_of(property: object, *inside: str | int) -> str:
    """The path of a property of a class, such as `Zone.records`, or of something inside it: `path_of(Zone.records, 0)` is
    `records[0]`. A text is taken for a path."""
    from ._model import path as _path

    path = property if isinstance(property, str) else getattr(property, "wire_name", None)
    if not isinstance(path, str):
        raise TypeError(f"{property!r} is not a property: write it as `Class.property`, or its path as a text")
    for part in inside:
        path = _path.item(path, part) if isinstance(part, int) else _path.key(path, part)
    return path
