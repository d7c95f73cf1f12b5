"""Resources of the package `random` 4.18.0, as children of component resources.

Written by `pulumi-wasm add`. Do not edit: the command overwrites this file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NotRequired, TypedDict

import pulumi_wasm_provider as sdk


class RandomPassword(sdk.TypedResource["RandomPasswordInputs"]):
    """A password of random characters, kept as a secret."""

    TOKEN = "random:index/randomPassword:RandomPassword"
    SECRETS = ["bcryptHash", "result"]

    @property
    def bcrypt_hash(self) -> sdk.Output[str]:
        """The password's bcrypt hash, with a random salt. bcrypt looks at the first 72 bytes only."""
        return self._output("bcryptHash")

    @property
    def keepers(self) -> sdk.Output[dict[str, str] | None]:
        """Values that the text goes along with: when one of them changes, a new text is made."""
        return self._output("keepers")

    @property
    def length(self) -> sdk.Output[int]:
        """How many characters there are: at least 1, and at least the sum of `minLower`, `minUpper`, `minNumeric` and `minSpecial`, and at most 1048576."""
        return self._output("length")

    @property
    def lower(self) -> sdk.Output[bool]:
        """Whether the letters `a` to `z` are among the characters."""
        return self._output("lower")

    @property
    def min_lower(self) -> sdk.Output[int]:
        """How many of the letters `a` to `z` there are at least."""
        return self._output("minLower")

    @property
    def min_numeric(self) -> sdk.Output[int]:
        """How many digits there are at least."""
        return self._output("minNumeric")

    @property
    def min_special(self) -> sdk.Output[int]:
        """How many special characters there are at least."""
        return self._output("minSpecial")

    @property
    def min_upper(self) -> sdk.Output[int]:
        """How many of the letters `A` to `Z` there are at least."""
        return self._output("minUpper")

    @property
    def number(self) -> sdk.Output[bool]:
        """The old name of `numeric`. The text has digits only if both are true."""
        return self._output("number")

    @property
    def numeric(self) -> sdk.Output[bool]:
        """Whether the digits `0` to `9` are among the characters."""
        return self._output("numeric")

    @property
    def override_special(self) -> sdk.Output[str | None]:
        """The special characters to choose from, in place of the usual ones."""
        return self._output("overrideSpecial")

    @property
    def result(self) -> sdk.Output[str]:
        """The password."""
        return self._output("result")

    @property
    def special(self) -> sdk.Output[bool]:
        """Whether special characters are among the characters: the characters in `overrideSpecial`, or by default `!@#$%&*()-_=+[]{}<>:?`."""
        return self._output("special")

    @property
    def upper(self) -> sdk.Output[bool]:
        """Whether the letters `A` to `Z` are among the characters."""
        return self._output("upper")


class RandomPasswordInputs(TypedDict):
    """The inputs of `RandomPassword`."""

    keepers: NotRequired[Mapping[str, str | sdk.Output[str]] | sdk.Output[Mapping[str, str] | None] | None]
    """Values that the text goes along with: when one of them changes, a new text is made."""
    length: int | sdk.Output[int]
    """How many characters there are: at least 1, and at least the sum of `minLower`, `minUpper`, `minNumeric` and `minSpecial`, and at most 1048576."""
    lower: NotRequired[bool | sdk.Output[bool | None] | None]
    """Whether the letters `a` to `z` are among the characters."""
    minLower: NotRequired[int | sdk.Output[int | None] | None]
    """How many of the letters `a` to `z` there are at least."""
    minNumeric: NotRequired[int | sdk.Output[int | None] | None]
    """How many digits there are at least."""
    minSpecial: NotRequired[int | sdk.Output[int | None] | None]
    """How many special characters there are at least."""
    minUpper: NotRequired[int | sdk.Output[int | None] | None]
    """How many of the letters `A` to `Z` there are at least."""
    number: NotRequired[bool | sdk.Output[bool | None] | None]
    """The old name of `numeric`. The text has digits only if both are true."""
    numeric: NotRequired[bool | sdk.Output[bool | None] | None]
    """Whether the digits `0` to `9` are among the characters."""
    overrideSpecial: NotRequired[str | sdk.Output[str | None] | None]
    """The special characters to choose from, in place of the usual ones."""
    special: NotRequired[bool | sdk.Output[bool | None] | None]
    """Whether special characters are among the characters: the characters in `overrideSpecial`, or by default `!@#$%&*()-_=+[]{}<>:?`."""
    upper: NotRequired[bool | sdk.Output[bool | None] | None]
    """Whether the letters `A` to `Z` are among the characters."""


class RandomPet(sdk.TypedResource["RandomPetInputs"]):
    """A name like the names of pets: easy to read, to say and to remember."""

    TOKEN = "random:index/randomPet:RandomPet"

    @property
    def keepers(self) -> sdk.Output[dict[str, str] | None]:
        """Values that the name goes along with: when one of them changes, a new name is made."""
        return self._output("keepers")

    @property
    def length(self) -> sdk.Output[int]:
        """How many words the name has, at least 1 and at most 65536. The prefix does not count."""
        return self._output("length")

    @property
    def prefix(self) -> sdk.Output[str | None]:
        """A word of your own that the name begins with."""
        return self._output("prefix")

    @property
    def separator(self) -> sdk.Output[str]:
        """The separator of the words."""
        return self._output("separator")


class RandomPetInputs(TypedDict):
    """The inputs of `RandomPet`."""

    keepers: NotRequired[Mapping[str, str | sdk.Output[str]] | sdk.Output[Mapping[str, str] | None] | None]
    """Values that the name goes along with: when one of them changes, a new name is made."""
    length: NotRequired[int | sdk.Output[int | None] | None]
    """How many words the name has, at least 1 and at most 65536. The prefix does not count."""
    prefix: NotRequired[str | sdk.Output[str | None] | None]
    """A word of your own that the name begins with."""
    separator: NotRequired[str | sdk.Output[str | None] | None]
    """The separator of the words."""
