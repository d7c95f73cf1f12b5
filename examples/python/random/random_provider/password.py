"""`RandomPassword`."""

import secrets
from typing import Self

from pulumi_wasm_provider import CreateContext, InvalidError, Output, ReadContext, ReadResult, Resource, Secret

from . import recorded
from .bcrypt import bcrypt
from .characters import Characters

#: The id of every password: ids are not secrets.
ID = "none"


class RandomPassword(Characters, Resource, token="random:index/randomPassword:RandomPassword"):
    """A password of random characters, kept as a secret.

    It is made once and stays the same until an input changes. The characters come from a source that cannot
    be guessed. The password is in the stack's state, encrypted as every secret there.

    ## Import

    By the password itself:

    ```yaml
    options: { import: 'my-old-password' }
    ```
    """

    bcrypt_hash: Output[Secret[str]]
    """The password's bcrypt hash, with a random salt. bcrypt looks at the first 72 bytes only."""
    result: Output[Secret[str]]
    """The password."""

    migrations = [recorded.password]

    def create(self, cx: CreateContext) -> str:
        self.result = self._text()
        self.bcrypt_hash = hashed(self.result)
        return ID

    @classmethod
    def read(cls, id: str, old: Self | None, cx: ReadContext) -> Self | ReadResult[Self]:
        if old is not None:
            return old
        # Every password has this id: who asks by it alone does not mean a password of four letters.
        if id == ID:
            raise InvalidError("", "a password is imported by the password itself")
        return ReadResult(cls(length=len(id), result=id, bcrypt_hash=hashed(id)), id=ID)


def hashed(password: str) -> str:
    """The hash of a password, with a new salt."""
    return bcrypt(password, secrets.token_bytes(16))
