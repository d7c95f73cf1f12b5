"""`RandomId`."""

import secrets
from base64 import b64encode, urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from typing import Self

from pulumi_wasm_provider import CreateContext, Field, InvalidError, Output, ReadContext, ReadResult, Replace, Resource

from . import recorded


class RandomId(Resource, token="random:index/randomId:RandomId"):
    """Random bytes written in several ways: for names that must be unique.

    They are made once and stay the same until an input changes. With 16 bytes, two that are the same are as unlikely
    as two equal UUIDs. Use `RandomBytes` for secrets.

    ## Import

    By the bytes in URL-safe base64 without padding, with the prefix and a comma before them where there is one:

    ```yaml
    options: { import: k3x9wA }
    options: { import: 'my-prefix-,k3x9wA' }
    ```
    """

    b64_std: Output[str]
    """The prefix and the bytes in base64."""
    b64_url: Output[str]
    """The prefix and the bytes in the base64 of addresses: with `-` and `_`, and without padding."""
    byte_length: Replace[int] = Field(ge=1, le=65536)
    """How many bytes there are, at least 1 and at most 65536."""
    dec: Output[str]
    """The prefix, and the bytes as a decimal number."""
    hex: Output[str]
    """The prefix and the bytes as lowercase hexadecimal digits, two for each byte."""
    keepers: Replace[dict[str, str] | None] = Field(default=None, compare="empty")
    """Values that the id goes along with: when one of them changes, a new id is made."""
    prefix: Replace[str | None] = Field(default=None, compare="empty")
    """The prefix of each output, unchanged."""

    migrations = [recorded.keepers]

    def create(self, cx: CreateContext) -> str:
        data = secrets.token_bytes(self.byte_length)
        self.b64_std, self.b64_url, self.dec, self.hex = written(data, self.prefix or "")
        return in_addresses(data)

    @classmethod
    def read(cls, id: str, old: Self | None, cx: ReadContext) -> Self | ReadResult[Self]:
        if old is not None:
            return old
        # A prefix may contain commas.
        prefix, _, text = id.rpartition(",")
        try:
            data = urlsafe_b64decode(text + "=" * (-len(text) % 4))
            if in_addresses(data) != text:
                raise ValueError("it has a character outside of base64, or text after its end")
        except (Error, ValueError) as error:
            reason = f"it is not URL-safe base64 without padding: {error}"
            raise InvalidError("", f"`{text}` cannot be imported as a random id: {reason}") from None
        b64_std, b64_url, dec, hex = written(data, prefix)
        state = cls(b64_std=b64_std, b64_url=b64_url, byte_length=len(data), dec=dec, hex=hex, prefix=prefix or None)
        return ReadResult(state, id=text)


def in_addresses(data: bytes) -> str:
    """Base64 with `-`, `_` and no padding."""
    return urlsafe_b64encode(data).decode().rstrip("=")


def written(data: bytes, prefix: str) -> tuple[str, str, str, str]:
    """The bytes in base64, in the base64 of addresses, as a decimal number and in hexadecimal."""
    number = str(int.from_bytes(data, "big"))
    return prefix + b64encode(data).decode(), prefix + in_addresses(data), prefix + number, prefix + data.hex()
