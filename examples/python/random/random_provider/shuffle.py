"""`RandomShuffle`."""

from pulumi_wasm_provider import CreateContext, Field, Output, Replace, Resource

from . import recorded
from .draws import deal, unguessable
from .seed import seeded


class RandomShuffle(Resource, token="random:index/randomShuffle:RandomShuffle"):
    """A list in a random order, or some of its items, such as two of all zones.

    The order is made once and stays the same until an input changes. Every order is equally likely.
    """

    inputs: Replace[list[str]]
    """The list."""
    keepers: Replace[dict[str, str] | None] = Field(default=None, compare="empty")
    """Values that the order goes along with: when one of them changes, a new order is made."""
    result_count: Replace[int | None] = Field(default=None, ge=0, le=1048576)
    """How many items the result has: as many as the list, when it is not given. When there are more, items come up
    again, but none comes up again before all came up."""
    results: Output[list[str]]
    """The items in their random order."""
    seed: Replace[str | None] = Field(default=None, compare="empty")
    """A text that the order follows from: with the same seed, the same list comes into the same order again."""

    migrations = [recorded.keepers]

    def create(self, cx: CreateContext) -> str:
        count = len(self.inputs) if self.result_count is None else self.result_count
        self.results = deal(seeded(self.seed) if self.seed else unguessable, self.inputs, count)
        return "-"
