"""Resources of the package `random` 4.18.0, as children of component resources.

Written by `pulumi-wasm add`. Do not edit: the command overwrites this file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NotRequired, TypedDict

import pulumi_wasm_provider as sdk


class RandomPassword(sdk.TypedResource["RandomPasswordInputs"]):
    """A random text that is secret."""

    TOKEN = "random:index/randomPassword:RandomPassword"
    SECRETS = ["result"]

    @property
    def length(self) -> sdk.Output[int]:
        """The output `length`."""
        return self._output("length")

    @property
    def result(self) -> sdk.Output[str]:
        """The text."""
        return self._output("result")


class RandomPasswordInputs(TypedDict):
    """The inputs of `RandomPassword`."""

    keepers: NotRequired[Mapping[str, str | sdk.Output[str]] | sdk.Output[Mapping[str, str] | None] | None]
    length: int | sdk.Output[int]
    """How long it is."""
    special: NotRequired[bool | sdk.Output[bool | None] | None]


class RandomPet(sdk.TypedResource["RandomPetInputs"]):
    """A name of a pet."""

    TOKEN = "random:index/randomPet:RandomPet"

    @property
    def length(self) -> sdk.Output[int | None]:
        """The output `length`."""
        return self._output("length")

    @property
    def prefix(self) -> sdk.Output[str | None]:
        """The output `prefix`."""
        return self._output("prefix")


class RandomPetInputs(TypedDict):
    """The inputs of `RandomPet`."""

    keepers: NotRequired[Mapping[str, str | sdk.Output[str]] | sdk.Output[Mapping[str, str] | None] | None]
    length: NotRequired[int | sdk.Output[int | None] | None]
    prefix: NotRequired[str | sdk.Output[str | None] | None]
    separator: NotRequired[str | sdk.Output[str | None] | None]
