"""The findings of a look at things."""

from typing import Self

from pulumi_wasm_provider import Context, Found, NotFoundError, Output, PartialError, Resource


class Drifting(Resource):
    """Is found as its id says."""

    level: int
    """How high it is."""
    place: str | None
    """Where it is."""
    story: Output[str]
    """How it was found."""

    def create(self, cx: Context) -> str:
        self.story = "made"
        return cx.name

    @classmethod
    def read(cls, id: str, recorded: Self | None, cx: Context) -> Self | Found[Self] | None:
        found = recorded or cls(level=1, place=None, story="imported")
        match id:
            case "gone":
                return None
            case "higher":
                found.level += 1
            case "moved":
                return Found(found, id="moved-away")
            case "explained":
                return Found(found, inputs={"level": 99, "place": "explained"})
            case "eager":
                cx.refresh_before_update()
            case "broken":
                raise PartialError(id, found, "it is bent")
            case "unknown" if recorded is None:
                return None
        return found

    def update(self, old: Self, cx: Context) -> None:
        pass

    def delete(self, cx: Context) -> None:
        cx.info(f"deleting {self.id}")
        if self.id == "gone":
            raise NotFoundError("it is gone")
