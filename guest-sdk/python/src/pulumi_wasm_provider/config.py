"""The provider's configuration."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from ._model.properties import Properties
from .errors import UnsupportedError
from .fields import Constraint

if TYPE_CHECKING:
    from .contexts.hooks import CheckContext, ConfigureContext


class Config(Properties):
    """The provider's configuration: its annotated attributes are the values that users set. `cx.config(Settings)` gives it, and
    `cx.client(Settings)` gives the result of its `configure`. Its attributes refer to its values: `Net(Settings.url)`.

    Both hooks are optional. Class options: `constraints`.
    """

    __configures__: ClassVar[bool] = True
    __noun__: ClassVar[str] = "a configuration"

    if TYPE_CHECKING:

        def __init_subclass__(cls, *, constraints: Sequence[Constraint] = ()) -> None: ...

    def configure(self, cx: ConfigureContext) -> object:
        """Makes the client that hooks get by `cx.client(Settings)`: most often an `http.Client`. The host calls it first in each new
        instance, always with the same values, so keep it cheap. It may log in to granted hosts.

            def configure(self, cx: ConfigureContext) -> http.Client:
                return http.Client(base_url=self.url, bearer=self.token, attempts=5)

        The call that needed the instance fails with its error.
        """
        return None

    def check(self, cx: CheckContext) -> None:
        """Validates the configuration, which may have unknown values: report mistakes with `cx.fail`. Pure. Called in previews and updates,
        not in refreshes and destroys."""
        raise UnsupportedError("the configuration has no `check`")
