"""Makes code fail that reads an output as if it were a value, with advice. The value may be unknown when the code runs,
as in most previews, so only a function that is called later can get it. Type checkers do not see these methods: to
them, an output has no length and no parts to go through.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from ...errors import ProviderError
from ..session.origin import place

_APPLY = "make a value of it with `apply`, which calls a function once the value is known: `output.apply(lambda value: …)`"
_TEXT = 'put it into a text with `interpolate("https://{}/", output)`'
_LIST = "go through it with `apply`: `outputs.apply(lambda items: [… for item in items])`"


class UnreadableError(ProviderError, TypeError):
    """An output was used as if its value were known."""


def refuse(what: str, instead: str) -> NoReturn:
    """Fails because of a use of an output."""
    at = place()
    where = f" at {at}" if at else ""
    raise UnreadableError(f"an output{where} {what}: its value may not be known yet\nhint: {instead}")


class Unreadable:
    """A value that code cannot read."""

    if not TYPE_CHECKING:

        def __str__(self) -> str:
            refuse("is made a text", _TEXT)

        def __format__(self, spec: str) -> str:
            refuse("stands in a text", _TEXT)

        def __bool__(self) -> bool:
            refuse("is used as a condition", f"{_APPLY}; an option that decides how many children there are is a plain input, `count: int`")

        def __eq__(self, other: object) -> bool:
            refuse("is compared", _APPLY)

        def __ne__(self, other: object) -> bool:
            refuse("is compared", _APPLY)

        def __lt__(self, other: object) -> bool:
            refuse("is compared", _APPLY)

        __le__ = __gt__ = __ge__ = __lt__

        def __iter__(self) -> Any:
            refuse("is gone through", _LIST)

        def __len__(self) -> int:
            refuse("is asked for its length", _APPLY)

        def __contains__(self, item: object) -> bool:
            refuse("is searched", _APPLY)

        def __int__(self) -> int:
            refuse("is made a number", _APPLY)

        __float__ = __index__ = __int__

        def __add__(self, other: object) -> Any:
            refuse("is added to something", f"{_TEXT}, or {_APPLY}")

        __radd__ = __add__

        def __mul__(self, other: object) -> Any:
            refuse("is calculated with", _APPLY)

        __rmul__ = __sub__ = __rsub__ = __truediv__ = __rtruediv__ = __floordiv__ = __mod__ = __mul__

        def __call__(self, *arguments: object, **options: object) -> Any:
            refuse("is called", "write `.apply(lambda value: …)` behind it")

        def __getattr__(self, name: str) -> Any:
            if name.startswith("__"):
                raise AttributeError(name)
            instead = f'a part of the value is `output.get("{name}")`, and `output.apply(lambda value: value.{name})` calls what it has'
            refuse(f"is asked for `{name}`", instead)

    #: Handles compare by identity.
    __hash__ = object.__hash__
