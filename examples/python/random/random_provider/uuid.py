"""`RandomUuid`, `RandomUuid4` and `RandomUuid7`. They differ in how a UUID is made."""

import secrets
import time
from typing import Self
from uuid import UUID, uuid4

from pulumi_wasm_provider import CreateContext, Field, InvalidError, Output, ReadContext, ReadResult, Replace, Resource

from . import recorded


class Unique(Resource):
    """The properties that all types of UUID share."""

    keepers: Replace[dict[str, str] | None] = Field(default=None, compare="empty")
    """Values that the UUID goes along with: when one of them changes, a new UUID is made."""
    result: Output[str]
    """The UUID, in lowercase and with hyphens."""

    migrations = [recorded.keepers]

    @staticmethod
    def _new() -> UUID:
        """A new UUID."""
        return uuid4()

    def create(self, cx: CreateContext) -> str:
        self.result = str(self._new())
        return self.result

    @classmethod
    def read(cls, id: str, old: Self | None, cx: ReadContext) -> Self | ReadResult[Self]:
        if old is not None:
            return old
        try:
            result = str(UUID(id))
        except ValueError as error:
            raise InvalidError("", f"`{id}` cannot be imported as a UUID: {error}") from None
        return ReadResult(cls(result=result), id=result)


class RandomUuid(Unique, token="random:index/randomUuid:RandomUuid"):
    """A random UUID.

    It is made once and stays the same until an input changes. `RandomUuid4` is the same by its proper name, and
    `RandomUuid7` sorts by time.

    ## Import

    By the UUID:

    ```yaml
    options: { import: 1d7e42c9-80f3-4b56-aa9e-c4417f5be038 }
    ```
    """


class RandomUuid4(Unique, token="random:index/randomUuid4:RandomUuid4"):
    """A random UUID of version 4.

    It is made once and stays the same until an input changes.

    ## Import

    By the UUID:

    ```yaml
    options: { import: 1d7e42c9-80f3-4b56-aa9e-c4417f5be038 }
    ```
    """


class RandomUuid7(Unique, token="random:index/randomUuid7:RandomUuid7"):
    """A UUID of version 7: it begins with the time when it was made, so that UUIDs sort by time; the rest is random.

    It is made once and stays the same until an input changes.

    ## Import

    By the UUID:

    ```yaml
    options: { import: 0199a2f4-7c31-7e05-8b1d-53fa609cd2e7 }
    ```
    """

    @staticmethod
    def _new() -> UUID:
        """A UUID of the current millisecond."""
        number = time.time_ns() // 1_000_000 << 80 | secrets.randbits(80)
        version, variant = 7 << 76, 2 << 62
        return UUID(int=number & ~(15 << 76) & ~(3 << 62) | version | variant)
