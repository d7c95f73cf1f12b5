"""The findings of a look at things."""

from typing import Self

from pulumi_wasm_provider import (
    CreateContext,
    DeleteContext,
    NotFoundError,
    Output,
    PartialError,
    ReadContext,
    ReadResult,
    Resource,
    UpdateContext,
)


class Drifting(Resource):
    """Is found as its id says."""

    level: int
    """How high it is."""
    place: str | None
    """Where it is."""
    story: Output[str]
    """How it was found."""

    def create(self, cx: CreateContext) -> str:
        self.story = "made"
        return cx.name

    @classmethod
    def read(cls, id: str, old: Self | None, cx: ReadContext) -> Self | ReadResult[Self] | None:
        found = old or cls(level=1, place=None, story="imported")
        match id:
            case "gone":
                return None
            case "higher":
                found.level += 1
            case "moved":
                return ReadResult(found, id="moved-away")
            case "explained":
                return ReadResult(found, inputs={"level": 99, "place": "explained"})
            case "eager":
                cx.refresh_before_update()
            case "broken":
                raise PartialError(id, found, "it is bent")
            case "unknown" if old is None:
                return None
        return found

    def update(self, old: Self, cx: UpdateContext) -> None:
        pass

    def delete(self, cx: DeleteContext) -> None:
        cx.info(f"deleting {self.id}")
        if self.id == "gone":
            raise NotFoundError("it is gone")
