"""Resources of the package `hostile-one` 1.0.0, as children of component resources.

Written by `pulumi-wasm add`. Do not edit: the command overwrites this file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired, TypedDict

import pulumi_wasm_provider as sdk


class Result(sdk.TypedResource["ResultInputs"]):
    """A `hostile-one:index:Result`."""

    TOKEN = "hostile-one:index:Result"


class ResultInputs(TypedDict):
    """The inputs of `Result`."""


class Type(sdk.TypedResource["TypeInputs"]):
    """Says "quotes" #![allow] */ \\ and /// more {{ }} } fn main() {}"""

    TOKEN = "hostile-one:index:type"
    SECRETS = ["list"]

    @property
    def child_(self) -> sdk.Output[int | None]:
        """The output `child`."""
        return self._output("child")

    @property
    def declare(self) -> sdk.Output[str]:
        """The output `declare`."""
        return self._output("declare")

    @property
    def dotted_name(self) -> sdk.Output[str | None]:
        """The output `dotted.name`."""
        return self._output("[\"dotted.name\"]")

    @property
    def elsewhere(self) -> sdk.Output[Any]:
        """The output `elsewhere`."""
        return self._output("elsewhere")

    @property
    def import_(self) -> sdk.Output[list[str | int] | None]:
        """The output `import`."""
        return self._output("import")

    @property
    def list_(self) -> sdk.Output[dict[str, int]]:
        """The output `list`."""
        return self._output("list")

    @property
    def loop(self) -> sdk.Output[NodeValue | None]:
        """The output `loop`."""
        return self._output("loop")

    @property
    def property_(self) -> sdk.Output[list[Literal["red", "dark green"]]]:
        """The output `property`."""
        return self._output("property")

    @property
    def words(self) -> sdk.Output[WordsValue | None]:
        """The output `words`."""
        return self._output("words")


#: The inputs of `Type`.
TypeInputs = TypedDict(
    "TypeInputs",
    {
        "9lives": "NotRequired[sdk.Asset | sdk.Archive | sdk.Output[sdk.Asset | sdk.Archive | None] | None]",
        "archive": "NotRequired[sdk.Archive | sdk.Output[sdk.Archive | None] | None]",
        "choice": "NotRequired[str | int | sdk.Output[str | int | None] | None]",
        "colour": "NotRequired[str | sdk.Output[str | None] | None]",
        "elsewhere": "NotRequired[sdk.Declarable]",
        "empty": "NotRequired[sdk.Declarable]",
        "evil": "NotRequired[sdk.Declarable]",
        "foo-bar": "NotRequired[sdk.Declarable]",
        "fooBar": "float | sdk.Output[float]",
        "foo_bar": "NotRequired[bool | sdk.Output[bool | None] | None]",
        #: Has """ and \ in it. """
        "hue": "NotRequired[Literal[\"red\", \"dark green\"] | sdk.Output[str | None] | None]",
        #: type: int
        "level": "NotRequired[Literal[1, -2] | sdk.Output[int | None] | None]",
        "missing": "NotRequired[sdk.Declarable]",
        "mixed": "NotRequired[str | Sequence[float | sdk.Output[float]] | sdk.Output[str | Sequence[float] | None] | None]",
        "node": "NotRequired[sdk.Declarable]",
        #: mypy: ignore-errors
        "odd": "NotRequired[Literal[\"a\\\"b\\\\c\", \"\"] | sdk.Output[str | None] | None]",
        "self": "Node | sdk.Output[Mapping[str, Any]]",
        "sly": "NotRequired[str | sdk.Output[str | None] | None]",
        "type": "NotRequired[str | sdk.Output[str | None] | None]",
        "words": "NotRequired[Words | sdk.Output[Mapping[str, Any] | None] | None]",
    },
)


class Type_(sdk.TypedComponent["Type_Inputs"]):
    """A `hostile-one:other:type`."""

    TOKEN = "hostile-one:other:type"

    @property
    def url(self) -> sdk.Output[str | None]:
        """The output `url`."""
        return self._output("url")


class Type_Inputs(TypedDict):
    """The inputs of `Type_`."""


class Option(TypedDict):
    """A `hostile-one:index/other:Option`."""

    node: NotRequired[Mapping[str, Node | sdk.Output[Mapping[str, Any]]] | sdk.Output[Mapping[str, Mapping[str, Any]] | None] | None]


class Node(TypedDict):
    """A node that leads to itself. */ */ � ␀"""

    Self: str | sdk.Output[str]
    next: NotRequired[Node | sdk.Output[Mapping[str, Any] | None] | None]
    others: NotRequired[Sequence[Option | sdk.Output[Mapping[str, Any]]] | sdk.Output[Sequence[Mapping[str, Any]] | None] | None]


#: type: ignore
Words = TypedDict(
    "Words",
    {
        "Node": "NotRequired[Node | sdk.Output[Mapping[str, Any] | None] | None]",
        "__x": "NotRequired[bool | sdk.Output[bool | None] | None]",
        #: pyright: basic
        "class": "NotRequired[Literal[\"red\", \"dark green\"] | sdk.Output[str | None] | None]",
        #: Ends with "quotes"
        "from": "NotRequired[str | sdk.Output[str | None] | None]",
        "items": "NotRequired[Sequence[Literal[1, -2] | sdk.Output[int]] | sdk.Output[Sequence[int] | None] | None]",
        "str": "NotRequired[int | sdk.Output[int | None] | None]",
    },
)


class OptionValue(TypedDict):
    """A `hostile-one:index/other:Option`."""

    node: NotRequired[dict[str, NodeValue] | None]


class NodeValue(TypedDict):
    """A node that leads to itself. */ */ � ␀"""

    Self: str
    next: NotRequired[NodeValue | None]
    others: NotRequired[list[OptionValue] | None]


#: type: ignore
WordsValue = TypedDict(
    "WordsValue",
    {
        "Node": "NotRequired[NodeValue | None]",
        "__x": "NotRequired[bool | None]",
        #: pyright: basic
        "class": "NotRequired[Literal[\"red\", \"dark green\"] | None]",
        #: Ends with "quotes"
        "from": "NotRequired[str | None]",
        "items": "NotRequired[list[Literal[1, -2]] | None]",
        "str": "NotRequired[int | None]",
    },
)
