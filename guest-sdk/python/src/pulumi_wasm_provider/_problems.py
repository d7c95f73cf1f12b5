"""Mistakes in the definition of a provider: collected, so that its author sees all of them at once."""

from __future__ import annotations

from . import _source
from .errors import DefinitionError


class Problems:
    """The problems so far."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def add(self, of: object, message: str, attribute: str | None = None) -> None:
        """Something is wrong with a class, one of its attributes or a function. The message says what to do."""
        name = getattr(of, "__qualname__", None) or str(of)
        subject = f"{name}.{attribute}" if attribute else name
        line = f"{_source.place(of, attribute)}{subject}: {message}"
        if line not in self.found:
            self.found.append(line)

    def raise_all(self) -> None:
        """Fails if there are problems."""
        if self.found:
            count = "one thing is" if len(self.found) == 1 else f"{len(self.found)} things are"
            raise DefinitionError(f"{count} wrong with the provider:\n" + "\n".join(f"  {line}" for line in self.found))
