"""Mistakes in the definition of a provider: collected, so that its author sees all of them at once."""

from __future__ import annotations

from ..errors import DefinitionError
from . import source as _source


class Problems:
    """The problems so far."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def add(self, of: object, message: str, attribute: str | None = None, line: int | None = None) -> None:
        """Adds a mistake in a class, one of its attributes, a function, or a line of it. The message includes
        advice."""
        name = getattr(of, "__qualname__", None) or str(of)
        subject = f"{name}.{attribute}" if attribute else name
        told = f"{_source.place(of, attribute, line)}{subject}: {message}"
        if told not in self.found:
            self.found.append(told)

    def raise_all(self) -> None:
        """Fails if there are problems."""
        if self.found:
            count = "one thing is" if len(self.found) == 1 else f"{len(self.found)} things are"
            raise DefinitionError(f"{count} wrong with the provider:\n" + "\n".join(f"  {line}" for line in self.found))
