"""A provider with the tables that answer `describe` and calls."""

from __future__ import annotations

from typing import Any

from .._interface import wire as _wire
from .._model.problems import Problems
from ..errors import ProviderError
from ..provider import Provider
from .document import host_only_of, manifest_of
from .parts import Parts


class BuiltProvider(Parts):
    """Everything that calls need: the parts, and the manifest that describes them."""

    def __init__(self, provider: Provider, project: dict[str, Any] | None = None) -> None:
        problems = Problems()
        super().__init__(provider, project, problems)
        self.manifest = manifest_of(self, problems)
        problems.raise_all()
        #: The names of the configuration values that only the host gets.
        self.host_only = host_only_of(self.manifest)
        #: The answer of `describe`, the same every time.
        self.description = _wire.text(self.manifest)


def configured(built: BuiltProvider, config: Any) -> None:
    """Fails if a call comes before the configuration."""
    if config is None and built.provider.config is not None:
        raise ProviderError("the provider was called before it was configured")
