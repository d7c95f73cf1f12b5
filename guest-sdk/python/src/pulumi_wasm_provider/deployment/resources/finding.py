"""Looks up existing resources."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..._interface import wire as _wire
from ...errors import ProviderError
from ..outputs.declared import Expression, properties
from ..session import session
from ..session.host import LookupKind, declarations
from ..session.origin import about, place
from ..session.session import Session
from . import options as _options


def find(
    on: Session,
    kind: LookupKind,
    token: str,
    name: str,
    arguments: Mapping[str, Any],
    options: Mapping[str, Any],
    group: Expression | None,
    what: str,
) -> int:
    """Looks something up, and returns its node. `what` is for messages."""
    with about(what):
        judge_running(on)
        told = _wire.text(properties(arguments))
        chosen = _options.written(options, _options.OF_LOOKUPS, group)
        return declarations().look_up(on.number, kind, token, name, told, chosen, place())


def judge_running(on: Session) -> None:
    """Makes sure that something is declared while its component is constructed."""
    if session.number() != on.number:
        raise ProviderError("the component is already constructed: declare children in `construct` and in functions of `apply`")
