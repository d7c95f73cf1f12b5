"""Values of each type, as they come and go."""

from typing import Any, Self

from pulumi_wasm_provider import CreateContext, Object, Output, Resource, UpdateContext


class Point(Object):
    """A place on a map."""

    x: float
    """From the left."""
    y: float
    """From the top."""
    note: str | None
    """The name of the place."""


class Route(Object):
    """A way between places."""

    points: list[Point]
    """Where it leads along."""
    sights: dict[str, Point] | None
    """Places beside it, by name."""


class Values(Resource):
    """A property of each type, all of them optional."""

    text: str | None
    """A text."""
    flag: bool | None
    """True or false."""
    number: float | None
    """A number."""
    whole: int | None
    """A whole number."""
    texts: list[str] | None
    """Texts."""
    table: list[list[float]] | None
    """Lists in a list."""
    numbers: dict[str, float] | None
    """Numbers by name."""
    point: Point | None
    """An object."""
    route: Route | None
    """Objects in an object."""
    anything: Any | None
    """Anything."""
    text_length: Output[int | None]
    """How many characters the text has."""
    given: Output[list[str]]
    """The names of the properties that were given, in order."""

    def create(self, cx: CreateContext) -> str:
        self._look()
        return "values"

    def update(self, old: Self, cx: UpdateContext) -> None:
        self._look()

    def _look(self) -> None:
        properties = {
            "anything": self.anything,
            "flag": self.flag,
            "number": self.number,
            "numbers": self.numbers,
            "point": self.point,
            "route": self.route,
            "table": self.table,
            "text": self.text,
            "texts": self.texts,
            "whole": self.whole,
        }
        self.given = [name for name, value in properties.items() if value is not None]
        self.text_length = None if self.text is None else len(self.text)
