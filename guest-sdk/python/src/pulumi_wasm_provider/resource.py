"""The life of resources."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar

from ._properties import STATE, CameFrom, Properties
from .errors import NotSetError, UnsupportedError
from .fields import AutoName, Constraint
from .listing import ListRequest, Page
from .migration import Migration

if TYPE_CHECKING:
    from .diff import Diff
    from .hook_contexts import (
        CheckContext,
        CreateContext,
        DeleteContext,
        DiffContext,
        ListContext,
        PreviewContext,
        ReadContext,
        UpdateContext,
    )

R = TypeVar("R", bound="Resource", covariant=True)


class Resource(Properties):
    """A resource type: its annotated attributes are properties, inputs and outputs alike; those marked `Output` are set by
    the provider alone.

    In a hook, `self` is the thing; parameters that are `Any` here are things of the same class, and are annotated with `Self`.
    `create` finds the inputs there and sets the outputs. Only `create` must be written; each other hook says what the
    host does without it. A hook that fails changes nothing in the recorded state,
    except with `PartialError` or after `cx.checkpoint`.

    Class options: `token="package:module:Name"` or `module`, if
    it is not `package:index:Name`; `description`, `deprecated`,
    `language`; `aliases`, tokens that the type had before; `auto_name`, by which the host makes a name if the program
    gives none; `import_id="{zone}/{label}"`, the form of an import's id, by attributes; `delete_before_replace`;
    `refresh_before_update`; `consistency`, the reaction if a result
    breaks the promise of its preview; `concurrency`, how many
    creates, updates and deletes of the type run at once in a process; `constraints`.
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
    """The steps from the first form of the recorded state to the one of today. Their number is the version that state is
    recorded with, so steps are only ever added at the end. Without them recorded state is taken as it is."""

    @property
    def id(self) -> str:
        """The thing's id, everywhere but in `create`, which makes it."""
        state = self.__dict__.get(STATE)
        if state is None or not state.id:
            raise NotSetError("the resource has no id yet: `create` returns it")
        found: str = state.id
        return found

    def create(self, cx: CreateContext) -> str:
        """Makes the thing, sets the outputs, and returns the id. Called once for each resource; never again after success.

        An error says that nothing was made, unless a checkpoint was saved.
        """
        raise UnsupportedError(f"`{type(self).__name__}` has no `create`")

    def resume(self, old: Any, cx: UpdateContext) -> None:
        """Completes a thing whose `create` failed after it saved a checkpoint. `self` has the outputs of the checkpoint and the
        inputs of now, `old` what the checkpoint said. Without this hook such a thing is updated, and without
        `update` deleted and made again."""
        raise UnsupportedError(f"`{type(self).__name__}` has no `resume`")

    def check(self, cx: CheckContext) -> None:
        """Judges and completes inputs, after the schema's own rules: name what is wrong with `cx.fail`, and set what the
        program left out. Pure, and called several times for one resource: the same question must get the same answer.

        An unknown value ends the hook when it is read, and the failures until then count; `value_of` tells beforehand.
        Without this hook the schema's rules are all.
        """
        raise UnsupportedError(f"`{type(self).__name__}` has no `check`")

    def diff(self, old: Any, diff: Diff, cx: DiffContext) -> None:
        """Corrects the host's comparison of old and new inputs, which `self` has. Pure. In a refresh the roles are reversed:
        `old` is the state that was just read. Without this hook every difference counts, and a property marked
        `Replace` replaces. Not called if the recorded state does not fit the class."""
        raise UnsupportedError(f"`{type(self).__name__}` has no `diff`")

    def preview_create(self, cx: PreviewContext) -> None:
        """Says more about what `create` would make, while some inputs may be unknown: set the outputs that are known already.
        May change nothing outside. Without this hook inputs are shown, and other outputs are unknown. A known output is a
        promise: if `create` then makes something else, the user is warned."""
        raise UnsupportedError(f"`{type(self).__name__}` has no `preview_create`")

    def preview_update(self, old: Any, cx: PreviewContext) -> None:
        """Says more about what `update` would make, as `preview_create`
        does for `create`. A `Stable` property has its old value
        already."""
        raise UnsupportedError(f"`{type(self).__name__}` has no `preview_update`")

    @classmethod
    def read(cls, id: str, old: Any, cx: ReadContext) -> Resource | ReadResult[Any] | None:
        """Looks at the thing, and returns it as it is: in a refresh, in an import and for a lookup. Changes nothing; None says
        that it does not exist. `old` is the recorded state, and
        may be changed and returned; it is None in an import, where
        only the id is known, and in a lookup whose state is not complete; `cx.inputs` then has the known inputs.
        Without this hook a refresh keeps the record, and an import fails."""
        raise UnsupportedError(f"`{cls.__name__}` has no `read`")

    def update(self, old: Any, cx: UpdateContext) -> None:
        """Changes the thing in place. `self` has the new inputs, and the outputs as they were: set those that change. The id
        stays. Without this hook every change replaces.

        An error says that nothing was changed, unless it is a `PartialError`.
        """
        raise UnsupportedError(f"`{type(self).__name__}` has no `update`")

    def delete(self, cx: DeleteContext) -> None:
        """Removes the thing. That it is gone already is success, and `NotFoundError` counts as success too. Without this hook
        the host forgets the resource."""
        raise UnsupportedError(f"`{type(self).__name__}` has no `delete`")

    @classmethod
    def list_(cls, request: ListRequest[Any], cx: ListContext) -> Page:
        """Lists things that exist. The request is annotated with its query, a class of `Arguments`: `ListRequest[ZoneQuery]`. Changes
        nothing, and is called again with the continuation token until the engine has enough. Without this hook things of the type
        cannot be listed."""
        raise UnsupportedError(f"`{cls.__name__}` has no `list_`")


@dataclass(frozen=True)
class ReadResult(Generic[R]):
    """The result of `read`, if it has more than the state."""

    state: R
    """The thing as it is."""
    id: str | None = None
    """The id, if it is not the requested one."""
    inputs: R | Mapping[str, object] | None = None
    """The inputs that would make the thing as it is, if they are
    not the properties of the same names: each attribute by its
    name, as in `inputs={"level": 3}`, or a thing whose outputs do not matter. An input that is left out has its default."""


def set_id(resource: Resource, id: str) -> None:
    """Tells a resource its id."""
    state = resource.__dict__.get(STATE)
    if state is None:
        state = resource.__dict__[STATE] = CameFrom({}, False)
    state.id = id
