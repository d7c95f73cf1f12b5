"""`RandomBytes`."""

import secrets
from base64 import b64decode, b64encode
from binascii import Error
from typing import Self

from pulumi_wasm_provider import (
    CreateContext,
    Field,
    InvalidError,
    Output,
    ReadContext,
    ReadResult,
    Replace,
    Resource,
    Secret,
)

from . import recorded

#: The id of all bytes that are made here. Other providers took the bytes themselves, but ids are not secrets.
ID = "none"


class RandomBytes(Resource, token="random:index/randomBytes:RandomBytes"):
    """Random bytes, kept as a secret: for keys.

    They are made once and stay the same until an input changes, and come from a source that cannot be guessed.

    ## Import

    By the bytes in base64:

    ```yaml
    options: { import: 'AAECAwQFBgcICQoLDA0ODw==' }
    ```
    """

    base64: Output[Secret[str]]
    """The bytes in base64."""
    hex: Output[Secret[str]]
    """The bytes as lowercase hexadecimal digits, two for each byte."""
    keepers: Replace[dict[str, str] | None] = Field(default=None, compare="empty")
    """Values that the bytes go along with: when one of them changes, new bytes are made."""
    length: Replace[int] = Field(ge=1, le=1048576)
    """How many bytes there are, at least 1 and at most 1048576."""

    migrations = [recorded.keepers]

    def create(self, cx: CreateContext) -> str:
        data = secrets.token_bytes(self.length)
        self.base64, self.hex = b64encode(data).decode(), data.hex()
        return ID

    @classmethod
    def read(cls, id: str, old: Self | None, cx: ReadContext) -> Self | ReadResult[Self]:
        if old is not None:
            return old
        # The shared id `none` would be valid base64, but it does not stand for these bytes.
        if id == ID:
            raise InvalidError("", f"`{id}` cannot be imported as random bytes: it is the id of all of them")
        try:
            data = b64decode(id, validate=True)
        except (Error, ValueError) as error:
            reason = f"it is not base64 with padding: {error}"
            raise InvalidError("", f"`{id}` cannot be imported as random bytes: {reason}") from None
        return ReadResult(cls(base64=b64encode(data).decode(), hex=data.hex(), length=len(data)), id=ID)
