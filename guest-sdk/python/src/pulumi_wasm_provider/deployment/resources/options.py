"""Options of resources, by the names that they have in Pulumi programs in Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypedDict

from ..._interface import wire as _wire
from ..._model import path as _path
from ..._model.listed import listed
from ..._model.properties import closest
from ...errors import ProviderError
from ..outputs.declared import Declarable, Expression, properties

if TYPE_CHECKING:
    from ..outputs.output import Output
    from .child import Child
    from .hook import Hooks
    from .transform import ChildRegistration


if TYPE_CHECKING:
    from ..outputs.output import Output
    from .child import Child


@dataclass(frozen=True, kw_only=True)
class Alias:
    """A name, type or place that a resource had before, so that the engine takes both for the same resource. An omitted
    part is the current part. A text is a whole URN. The host refuses an alias unless the resource was below a component
    of the package."""

    name: str | None = None
    """The name in full."""
    type_: str | None = None
    """The type token."""
    parent: Child | Output[str] | str | None = None
    """The parent: a group or another child of the component, its `urn`, or a URN as a text."""
    parent_urn: str | None = None
    """The URN of the parent."""
    stack: str | None = None
    project: str | None = None

    def written(self) -> dict[str, Any]:
        """The alias as the host reads it."""
        parts = {
            "name": self.name,
            "type": self.type_,
            "parentUrn": self.parent_urn if self.parent is None else self.parent,
            "stack": self.stack,
            "project": self.project,
        }
        return {key: value for key, value in parts.items() if value is not None}


@dataclass(frozen=True, kw_only=True)
class CustomTimeouts:
    """How long operations on a resource may take, as Go writes times: `5m`, `1h30m`."""

    create: str | None = None
    update: str | None = None
    delete: str | None = None
    read: str | None = None


class LookupOptions(TypedDict, total=False):
    """Options of look-ups."""

    parent: Expression
    """A parent other than the component or the group. The resource uses its providers."""
    depends_on: Expression | Sequence[Expression]
    """Resources that must exist first."""
    provider: Expression
    """The provider to use: a child, or an input that refers to one."""


class Options(LookupOptions, total=False):
    """Options of children. Several children may have the same ones:

    careful: Options = {"depends_on": bucket, "protect": True}
    cx.child("page", "aws:s3/bucketObject:BucketObject", {…}, **careful)
    """

    name: str
    """The full name, instead of the component's name and the part."""
    providers: Mapping[str, Expression]
    """Providers by their packages, for a component or a group and what is in it."""
    protect: bool
    """Whether the engine refuses to delete the resource."""
    retain_on_delete: bool
    """Whether the engine forgets the resource without deleting it."""
    delete_before_replace: bool
    """Whether a replacement deletes the old resource first."""
    deleted_with: Expression
    """A resource whose deletion also deletes this one, so that the engine does not delete it."""
    replace_with: Expression | Sequence[Expression]
    """Resources whose replacement also replaces this one."""
    replacement_trigger: Declarable
    """A value whose change replaces the resource."""
    ignore_changes: Sequence[str]
    """Properties, by their paths, whose changes do not count."""
    replace_on_changes: Sequence[str]
    """Properties, by their paths, whose changes replace the resource."""
    additional_secret_outputs: Sequence[str]
    """Outputs that are secret in addition to the schema's secrets."""
    hide_diffs: Sequence[str]
    """Properties, by their paths, whose differences are not shown."""
    custom_timeouts: CustomTimeouts
    aliases: Sequence[Alias | str]
    """Earlier names, types and places of the resource; a text is a URN."""
    import_: str
    """The id of an existing resource to import."""
    transforms: Callable[[ChildRegistration], object] | Sequence[Callable[[ChildRegistration], object]]
    """Functions that change the resource and all resources below it. They run before the functions of `cx.transform`."""
    hooks: Hooks
    """Functions that run before or after the resource is created or updated. Groups and components have no such
    hooks."""


#: The options of a look-up.
OF_LOOKUPS = frozenset(LookupOptions.__annotations__)
#: The options of a child.
OF_CHILDREN = frozenset({*LookupOptions.__annotations__, *Options.__annotations__})
#: Options that accept a text instead of a list with one element.
_LISTS = frozenset({"ignore_changes", "replace_on_changes", "additional_secret_outputs", "hide_diffs"})
#: Options whose functions the host gets as numbers.
_FUNCTIONS = frozenset({"transforms", "hooks"})


_OF_TIMEOUTS = frozenset(CustomTimeouts.__annotations__)
#: The parts of an alias: the attributes of `Alias`, by the names that the host has for them. A program can give a child an
#: alias without a parent, and a transform hands it on.
_OF_ALIASES = {"type": "type", **{name: _path.camel(name.rstrip("_")) for name in (*Alias.__annotations__, "no_parent")}}


def _alias(given: Any, came: bool) -> Any:
    """An alias in the host's form. A plain dictionary has the attributes of `Alias`."""
    if isinstance(given, Alias):
        return given.written()
    if not isinstance(given, Mapping) or came:
        return given
    refuse_others(given, frozenset({*_OF_ALIASES, *_OF_ALIASES.values()}), "a part of an alias")
    return {_OF_ALIASES.get(name, name): value for name, value in given.items()}


def refuse_others(given: Iterable[str], known: frozenset[str], what: str) -> None:
    """Fails for any other name, because an ignored option would go unnoticed."""
    for name in given:
        if name not in known:
            near = closest(name, known, 0.75)
            hint = f"did you mean `{near}`?" if near else f"the options are {', '.join(sorted(known))}"
            raise ProviderError(f"`{name}` is not {what}: {hint}")


def written(
    options: Mapping[str, Any],
    known: frozenset[str],
    group: Expression | None,
    numbers: Mapping[str, Any] | None = None,
    *,
    came: bool = False,
) -> str:
    """The options as the host reads them. In a group, the group is the parent unless they name a parent. `numbers` are the numbers of
    the functions in options, by option. `came` says that the options came from the host, and may be of a later engine."""
    told: dict[str, Any] = {}
    for name, value in options.items():
        refuse_others([name], known, "an option")
        if value is None or name == "name" or (name in _FUNCTIONS and not came):
            continue
        if isinstance(value, CustomTimeouts):
            value = vars(value)
        elif name == "custom_timeouts" and isinstance(value, Mapping) and not came:
            refuse_others(value, _OF_TIMEOUTS, "an operation of `custom_timeouts`")
        elif name in _LISTS:
            value = listed(value)
        elif name == "aliases":
            value = [_alias(one, came) for one in ([value] if isinstance(value, Mapping) else listed(value))]
        told[_path.camel(name)] = value
    if group is not None and "parent" not in told:
        told["parent"] = group
    told |= {name: functions for name, functions in (numbers or {}).items() if functions}
    return _wire.text(properties(told))
