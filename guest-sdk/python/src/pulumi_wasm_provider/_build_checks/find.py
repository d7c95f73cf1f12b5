"""Finding the provider of a module."""

from __future__ import annotations

from types import ModuleType

from ..errors import DefinitionError
from ..provider import Provider


def provider_of(module: ModuleType) -> Provider:
    """The one provider that a module has, under any name."""
    found = {id(value): value for value in vars(module).values() if isinstance(value, Provider)}
    if len(found) == 1:
        return next(iter(found.values()))
    if not found:
        raise DefinitionError(
            f"{module.__name__} has no provider: write `provider = Provider(resources=[…])` at its end"
        )
    raise DefinitionError(f"{module.__name__} has {len(found)} providers, but a component is one provider: keep one of them")
