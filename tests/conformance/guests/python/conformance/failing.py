"""Every way in which a hook can fail."""

from typing import Self

from pulumi_wasm_provider import (
    AlreadyExistsError,
    CancelledError,
    CheckContext,
    CreateContext,
    DeleteContext,
    DeniedError,
    Diff,
    DiffContext,
    InvalidError,
    NotFoundError,
    PartialError,
    PreviewContext,
    PropertyFailure,
    ProviderError,
    ReadContext,
    Resource,
    TimedOutError,
    UnavailableError,
    UnsupportedError,
    UpdateContext,
)


def error(how: str) -> Exception:
    """The error of that name."""
    match how:
        case "invalid":
            return InvalidError.of([PropertyFailure("how", "is bad"), PropertyFailure("note.of[0]", "is worse")])
        case "not-found":
            return NotFoundError("it is nowhere")
        case "already-exists":
            return AlreadyExistsError("it is there")
        case "denied":
            return DeniedError("it is forbidden")
        case "unavailable":
            return UnavailableError("it is away")
        case "timed-out":
            return TimedOutError("it is late")
        case "cancelled":
            return CancelledError("it is over")
        case "unsupported":
            return UnsupportedError("it is not done")
        case "crash":
            return RuntimeError("the guest stumbled")
        case _:
            return ProviderError("it is broken")


def deeper(depth: int) -> int:
    """Calls itself for ever."""
    return deeper(depth + 1) + 1


class Failing(Resource):
    """Fails where and how it is told to."""

    at: str
    """The hook that fails."""
    how: str
    """How it fails: the name of an error, `crash`, `endless`, which never comes to an end, or `recursion`, whose calls never do."""
    note: str | None
    """Changes nothing."""

    def check(self, cx: CheckContext) -> None:
        self._fail("check")

    def diff(self, old: Self, diff: Diff, cx: DiffContext) -> None:
        self._fail("diff")

    def create(self, cx: CreateContext) -> str:
        self._fail("create")
        return "failing"

    def preview_create(self, cx: PreviewContext) -> None:
        self._fail("preview")

    @classmethod
    def read(cls, id: str, old: Self | None, cx: ReadContext) -> Self | None:
        if old is not None:
            old._fail("read")
        return old

    def update(self, old: Self, cx: UpdateContext) -> None:
        self._fail("update")

    def delete(self, cx: DeleteContext) -> None:
        self._fail("delete")

    def _fail(self, at: str) -> None:
        if self.at != at:
            return
        while self.how == "endless":
            pass
        if self.how == "recursion":
            deeper(1)
        if self.how == "partial":
            raise PartialError("failing", self, "it is not whole", "nor ready")
        raise error(self.how)
