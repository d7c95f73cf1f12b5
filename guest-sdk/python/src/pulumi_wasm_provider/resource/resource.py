"""The life of resources."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar

from .._model.properties import STATE, CameFrom, Properties
from ..errors import NotSetError, UnsupportedError
from ..fields import AutoName, Constraint
from .listing import ListRequest, Page
from .migration import Migration

if TYPE_CHECKING:
    from ..contexts.hooks import (
        CheckContext,
        CreateContext,
        DeleteContext,
        DiffContext,
        ListContext,
        PreviewContext,
        ReadContext,
        UpdateContext,
    )
    from .diff import Diff

R = TypeVar("R", bound="Resource", covariant=True)


class Resource(Properties):
    """A resource type. Its annotated attributes are properties, inputs and outputs alike; the provider alone sets the attributes that are
    marked `Output`.

    In a hook, `self` is the resource. Parameters that are `Any` here are resources of the same class: annotate them with `Self`.
    `create` finds the inputs on `self` and sets the outputs there. Only `create` must be written; each other hook says how the
    host does without it. A hook that fails changes nothing in the recorded state, except with `PartialError` or after
    `cx.checkpoint`.

    Class options:

    - `token="package:module:Name"`, or `module`, if the token is not `package:index:Name`
    - `description`, `deprecated`, `language`
    - `aliases`: tokens that the type had before
    - `auto_name`: the host makes a name if the program gives none
    - `import_id="{zone}/{label}"`: the form of an import's id, by attributes
    - `delete_before_replace`, `refresh_before_update`
    - `consistency`: the reaction if a result breaks the promise of its preview
    - `concurrency`: the number of creates, updates and deletes of the type that run at once in a process
    - `constraints`
    """

    __class_options__: ClassVar[frozenset[str]] = frozenset(
        {
            "token",
            "module",
            "description",
            "deprecated",
            "language",
            "aliases",
            "auto_name",
            "import_id",
            "delete_before_replace",
            "refresh_before_update",
            "consistency",
            "concurrency",
        }
    )
    __noun__: ClassVar[str] = "a resource class"

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
            auto_name: AutoName | str | None = None,
            import_id: str | None = None,
            delete_before_replace: bool = False,
            refresh_before_update: bool = False,
            consistency: Literal["off", "warn", "error"] | None = None,
            concurrency: int | None = None,
            constraints: Sequence[Constraint] = (),
        ) -> None: ...

    migrations: ClassVar[Sequence[Migration]] = ()
    """The steps that convert recorded state to the present form. Their number is the present version of the state, so
    add steps only at the end. Without steps, recorded state is used unchanged."""

    @property
    def id(self) -> str:
        """The id of the resource. In `create` it does not exist yet."""
        state = self.__dict__.get(STATE)
        if state is None or not state.id:
            raise NotSetError("the resource has no id yet: `create` returns it")
        found: str = state.id
        return found

    def create(self, cx: CreateContext) -> str:
        """Creates the resource, sets the outputs, and returns the id. It is called once for each resource, and never after a success.

        An error says that the hook created nothing, unless it saved a checkpoint.
        """
        raise UnsupportedError(f"`{type(self).__name__}` has no `create`")

    def resume(self, old: Any, cx: UpdateContext) -> None:
        """Completes a resource whose `create` failed after it saved a checkpoint. `self` has the outputs of the checkpoint and the new
        inputs, `old` the state of the checkpoint. Without this hook, the host calls `update`; without `update`, it deletes the resource
        and creates it again."""
        raise UnsupportedError(f"`{type(self).__name__}` has no `resume`")

    def check(self, cx: CheckContext) -> None:
        """Validates and completes inputs, after the rules of the schema: report mistakes with `cx.fail`, and set the
        properties that the program left out. Pure. It is called several times for one resource: the same request must
        get the same answer.

        If the hook reads an unknown value, it ends there, and the failures until then count; ask `value_of` before. Without this
        hook, only the rules of the schema count.
        """
        raise UnsupportedError(f"`{type(self).__name__}` has no `check`")

    def diff(self, old: Any, diff: Diff, cx: DiffContext) -> None:
        """Corrects the host's comparison of `old` with the inputs of `self`. Pure. In a refresh the roles are reversed: `old` is the
        state that was just read. Without this hook every difference counts, and a property marked `Replace` replaces. The host does
        not call it if the recorded state does not fit the class."""
        raise UnsupportedError(f"`{type(self).__name__}` has no `diff`")

    def preview_create(self, cx: PreviewContext) -> None:
        """Predicts the outputs of `create`, while some inputs may be unknown: set the outputs that are known already. It may change
        nothing outside. Without this hook the preview shows inputs, and other outputs are unknown. A known output is a promise: the user
        gets a warning if `create` sets another value."""
        raise UnsupportedError(f"`{type(self).__name__}` has no `preview_create`")

    def preview_update(self, old: Any, cx: PreviewContext) -> None:
        """Predicts the outputs of `update`, by the rules of `preview_create`. A `Stable` property has its old value already."""
        raise UnsupportedError(f"`{type(self).__name__}` has no `preview_update`")

    @classmethod
    def read(cls, id: str, old: Any, cx: ReadContext) -> Resource | ReadResult[Any] | None:
        """Reads the resource: in a refresh, in an import and for a look-up. Changes nothing. It returns the resource as it is, or None if
        the resource does not exist. `old` is the recorded state; the hook may change and return it. In an import `old` is None, because
        only the id is known, and in a look-up whose state is not complete; `cx.inputs` then has the known inputs. Without this hook a
        refresh keeps the recorded state, and an import fails."""
        raise UnsupportedError(f"`{cls.__name__}` has no `read`")

    def update(self, old: Any, cx: UpdateContext) -> None:
        """Updates the resource in place. `self` has the new inputs, and the outputs as they were: set the outputs that change. The id
        stays. Without this hook every change replaces the resource.

        An error says that the hook changed nothing, unless it is a `PartialError`.
        """
        raise UnsupportedError(f"`{type(self).__name__}` has no `update`")

    def delete(self, cx: DeleteContext) -> None:
        """Deletes the resource. It succeeds if the resource does not exist, and `NotFoundError` counts as success too. Without this hook
        the host forgets the resource."""
        raise UnsupportedError(f"`{type(self).__name__}` has no `delete`")

    @classmethod
    def list_(cls, request: ListRequest[Any], cx: ListContext) -> Page:
        """Lists existing resources. The request is annotated with its query, a class of `Arguments`: `ListRequest[ZoneQuery]`. Changes
        nothing. The host calls it again with the continuation token until the engine has enough results. Without this hook, resources of
        the type cannot be listed."""
        raise UnsupportedError(f"`{cls.__name__}` has no `list_`")


@dataclass(frozen=True)
class ReadResult(Generic[R]):
    """The result of `read`, if it has more than the state."""

    state: R
    """The present state of the resource."""
    id: str | None = None
    """The id; None for the requested id."""
    inputs: R | Mapping[str, object] | None = None
    """The inputs that would create this state, if they differ from the properties of the same names: a dict by the names of the
    attributes, as in `inputs={"level": 3}`, or an instance whose outputs do not matter. A missing input has its default."""


def set_id(resource: Resource, id: str) -> None:
    """Sets the id of a resource."""
    state = resource.__dict__.get(STATE)
    if state is None:
        state = resource.__dict__[STATE] = CameFrom({}, False)
    state.id = id
