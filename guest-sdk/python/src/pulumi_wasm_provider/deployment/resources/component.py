"""Component resources, as their authors write them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from ..._model.properties import Properties
from ...errors import UnsupportedError
from ...fields import Constraint

if TYPE_CHECKING:
    from .cx import ComponentContext


class Component(Properties):
    """A component resource, composed of other resources. Programs set the attributes annotated with `Input[T]`,
    possibly to outputs of other resources; `construct` sets those annotated with `Output[T]`. An attribute of any other
    type is an input whose value the program must know. A default is written as `Field(default=…)`.

    Class options: `token="package:module:Name"` or `module`, if it is not `package:index:Name`; `description`, `deprecated`,
    `language`; `aliases`, tokens that the type had before; `constraints`.
    """

    __is_component__: ClassVar[bool] = True
    __class_options__: ClassVar[frozenset[str]] = frozenset(
        {"token", "module", "description", "deprecated", "language", "aliases"}
    )
    __noun__: ClassVar[str] = "a component class"

    if TYPE_CHECKING:

        def __init_subclass__(
            cls,
            *,
            token: str | None = None,
            module: str | None = None,
            description: str | None = None,
            deprecated: str | None = None,
            language: Mapping[str, Any] | None = None,
            aliases: Sequence[str] = (),
            constraints: Sequence[Constraint] = (),
        ) -> None: ...

    def construct(self, cx: ComponentContext) -> None:
        """Declares the component's resources, and sets the outputs on `self`. The host also calls it in previews, where
        it must declare the same: the clock stands still, randomness derives from the URN, and requests are refused.

        An error ends the deployment. An `InvalidError` names an input.
        """
        raise UnsupportedError(f"`{type(self).__name__}` has no `construct`")
