"""`RandomInteger`."""

import re
from typing import Self

from pulumi_wasm_provider import (
    CheckContext,
    CreateContext,
    Field,
    InvalidError,
    Output,
    ReadContext,
    ReadResult,
    Replace,
    Resource,
)

from . import recorded
from .draws import between, unguessable
from .seed import seeded

#: The form of an import's id. A seed may have commas.
IMPORT = re.compile(r"([+-]?\d+),([+-]?\d+),([+-]?\d+)(?:,(.*))?", re.ASCII | re.DOTALL)


class RandomInteger(Resource, token="random:index/randomInteger:RandomInteger"):
    """A random whole number, such as a port or a priority.

    It is made once and stays the same until an input changes. Every number of the range is equally likely.

    ## Import

    By the number and the range, and by the seed where there is one, with commas between them:

    ```yaml
    options: { import: '41837,1024,65535' }
    options: { import: '41837,1024,65535,my-seed' }
    ```
    """

    keepers: Replace[dict[str, str] | None] = Field(default=None, compare="empty")
    """Values that the number goes along with: when one of them changes, a new number is made."""
    max: Replace[int]
    """The largest number that may come up."""
    min: Replace[int]
    """The smallest number that may come up."""
    result: Output[int]
    """The number."""
    seed: Replace[str | None] = Field(default=None, compare="empty")
    """A text that the number follows from: with the same seed and range it is the same number again."""

    migrations = [recorded.keepers]

    def check(self, cx: CheckContext) -> None:
        if self.min > self.max:
            cx.fail(RandomInteger.min, f"must not be larger than `max`: {self.min} is larger than {self.max}")

    def create(self, cx: CreateContext) -> str:
        self.seed = self.seed or None
        self.result = between(seeded(self.seed) if self.seed else unguessable, self.min, self.max)
        return str(self.result)

    @classmethod
    def read(cls, id: str, old: Self | None, cx: ReadContext) -> Self | ReadResult[Self]:
        if old is not None:
            return old
        match = IMPORT.fullmatch(id)
        if match is None:
            forms = "write RESULT,MIN,MAX or RESULT,MIN,MAX,SEED, such as 15,1,100"
            raise InvalidError("", f"`{id}` cannot be imported as a random number: {forms}")
        state = cls(max=int(match[3]), min=int(match[2]), result=int(match[1]), seed=match[4])
        return ReadResult(state, id=str(state.result))
