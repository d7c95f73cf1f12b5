"""`RandomString`."""

from typing import Self

from pulumi_wasm_provider import CreateContext, Output, ReadContext, Resource

from . import recorded
from .characters import Characters


class RandomString(Characters, Resource, token="random:index/randomString:RandomString"):
    """A text of random characters, such as a suffix that makes a name unique.

    It is made once and stays the same until an input changes. The characters come from a source that cannot
    be guessed, but outputs and logs show the text: use `RandomPassword` for secrets.

    ## Import

    By the text itself:

    ```yaml
    options: { import: k3x9w }
    ```
    """

    result: Output[str]
    """The text."""

    migrations = [recorded.text]

    def create(self, cx: CreateContext) -> str:
        self.result = self._text()
        return self.result

    @classmethod
    def read(cls, id: str, old: Self | None, cx: ReadContext) -> Self:
        # An import can tell the length from the text. The rest has its default.
        return old or cls(length=len(id), result=id)
