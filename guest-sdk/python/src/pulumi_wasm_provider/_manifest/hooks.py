"""Which hooks an author wrote, and whether they fit the host's calls."""

from __future__ import annotations

import functools
import inspect
import typing
from collections.abc import Callable, Sequence
from typing import Any, Final

from .._model import source as _source
from .._model.members import judge_methods, public_members
from .._model.problems import Problems
from .._model.properties import Property, closest
from .._model.synonyms import HOOKS
from ..config import Config
from ..deployment.resources.method import OPTIONS as METHOD
from ..resource.resource import Resource

#: Method, the manifest's name, how it is written.
RESOURCE_HOOKS: Final = (
    ("create", "create", "def create(self, cx: CreateContext) -> str"),
    ("resume", "resume", "def resume(self, old: Self, cx: UpdateContext) -> None"),
    ("check", "check", "def check(self, cx: CheckContext) -> None"),
    ("diff", "diff", "def diff(self, old: Self, diff: Diff, cx: DiffContext) -> None"),
    ("preview_create", "preview-create", "def preview_create(self, cx: PreviewContext) -> None"),
    ("read", "read", "@classmethod def read(cls, id: str, old: Self | None, cx: ReadContext) -> Self | None"),
    ("update", "update", "def update(self, old: Self, cx: UpdateContext) -> None"),
    ("preview_update", "preview-update", "def preview_update(self, old: Self, cx: PreviewContext) -> None"),
    ("delete", "delete", "def delete(self, cx: DeleteContext) -> None"),
    ("list_", "list", "@classmethod def list_(cls, request: ListRequest[Query], cx: ListContext) -> Page"),
)

CONFIG_HOOKS: Final = (
    ("configure", "configure", "def configure(self, cx: ConfigureContext) -> http.Client"),
    ("check", "check-config", "def check(self, cx: CheckContext) -> None"),
)

#: Other names that authors give the parameters of hooks.
_SAME: Final = {"context": ("cx",), "ctx": ("cx",), "changes": ("diff",), **dict.fromkeys(("recorded", "saved", "state"), ("old",))}
#: Parameters that are known by their types.
_TYPES: Final = {"Diff": "diff", "ListRequest": "request"}

_VALUE: Final = frozenset({"value"})
#: Hooks that must return a value: the reason, and the permitted kinds of returns.
_OWED: Final = {
    "create": ("it returns the id of the resource that it made", _VALUE),
    # `return None` reports the resource as deleted. A missing `return` is a mistake.
    "read": ("a read that returns None reports the resource as deleted", _VALUE | {"None"}),
    "list_": ("it returns a page of the resources that exist", _VALUE),
}

#: Results of `create` that are not an id.
_NO_ID: Final = frozenset({"int", "float", "bool", "bytes", "dict", "list", "tuple", "Self"})

#: The advice for a method that is not a hook.
_OWN: Final = "call it {name}, or move it out of the class"

RESERVED: Final = frozenset({name for name, _, _ in RESOURCE_HOOKS} | {"id", "migrations"})


def hooks_of(cls: type[Resource], problems: Problems) -> list[str]:
    """The manifest's names of the hooks that a resource has."""
    found = _written(cls, Resource, RESOURCE_HOOKS, problems)
    if "create" not in found:
        problems.add(cls, f"has no `create`: write `{RESOURCE_HOOKS[0][2]}`, which makes the resource and returns its id")
    names = {name for name, _, _ in RESOURCE_HOOKS}
    fault = "is not a hook, so the host never calls it"
    judge_methods(cls, names, HOOKS["resource"], fault, _OWN, problems, functools.partial(_tell_method, cls, problems))
    found += _migrations(cls, problems)
    for base in cls.__mro__:
        for name in base.__dict__.get("__own_properties__", {}):
            # The check of properties already reports `id`.
            if name in RESERVED and name != "id":
                problems.add(base, f"has the name of a hook: call it `{name}_` and write Field(name=\"{name}\")", name)
    return found


def _tell_method(cls: type[Resource], problems: Problems, member: object) -> bool:
    """Reports `@method` in a resource, which cannot have methods. Returns whether the member is a method."""
    if not hasattr(member, METHOD):
        return False
    message = (
        "`@method` is for components: a resource has the hooks that the host calls, and no methods. Write a `@function` with the id of the "
        "resource as a parameter, or put the method on a `Component`"
    )
    problems.add(cls, message, getattr(member, "__name__", None))
    return True


def _migrations(cls: type[Resource], problems: Problems) -> list[str]:
    """The hook `migrate`, if there are steps."""
    for base, name, member in public_members(cls):
        near = name != "migrations" and closest(name, ["migrations"], 0.7)
        if near and isinstance(member, list | tuple):
            problems.add(base, "is not known to the host, so none of its steps ever runs: did you mean `migrations`?", name)
    if not isinstance(cls.migrations, Sequence):
        problems.add(cls, "has to be a list of steps: write `migrations = [step, …]`, each a function of one OldState", "migrations")
        return []
    for step in cls.migrations:
        judge_call(cls, step, 1, "a step of `migrations` is a function of one OldState", problems)
    return ["migrate"] if cls.migrations else []


def config_hooks_of(cls: type[Config], problems: Problems) -> list[str]:
    """The manifest's names of the hooks of a configuration. A provider with a configuration must be given it."""
    found = _written(cls, Config, CONFIG_HOOKS, problems)
    fault = "is not a hook of a configuration, so the host never calls it"
    own = f"{_OWN}; to give hooks a value, write `@property` above it, or return it from `configure`"
    judge_methods(cls, {name for name, _, _ in CONFIG_HOOKS}, HOOKS["configuration"], fault, own, problems)
    return ["configure", *[name for name in found if name != "configure"]]


def _written(cls: type, base: type, hooks: tuple[tuple[str, str, str], ...], problems: Problems) -> list[str]:
    found = []
    for method, name, form in hooks:
        written = inspect.getattr_static(cls, method)
        if written is inspect.getattr_static(base, method) or isinstance(written, Property):
            continue
        found.append(name)
        of_class = form.startswith("@classmethod")
        if isinstance(written, classmethod) != of_class or not callable(getattr(cls, method, None)):
            problems.add(cls, f"`{method}` has to be written as `{form}`", method)
            continue
        call = getattr(cls, method)
        count = form.split("(", 1)[1].count(":")
        message = f"`{method}` has to be written as `{form}`"
        if judge_call(cls, call, count if of_class else count + 1, message, problems, method):
            parameters = list(inspect.signature(call).parameters.values())[0 if of_class else 1 :]
            _judge_places(cls, parameters, form, message, problems, method)
            _judge_result(cls, call, method, message, problems)
    return found


def _judge_places(
    cls: type, parameters: Sequence[inspect.Parameter], form: str, message: str, problems: Problems, method: str
) -> None:
    """Reports a parameter whose name or annotation belongs to another place, because the host passes arguments by position."""
    wanted = [part.partition(":")[0].strip() for part in form.split("(", 1)[1].split(")")[0].split(",")[1:]]
    for place, parameter in zip(wanted, parameters):
        names = {parameter.name, *_SAME.get(parameter.name, ()), _by_type(parameter.annotation)}
        meant = next((one for one in wanted if one in names), None)
        if meant is not None and meant != place:
            problems.add(cls, f"{message}: `{parameter.name}` is where `{place}` belongs", method)
            return


def _judge_result(cls: type, call: Callable[..., Any], method: str, message: str, problems: Problems) -> None:
    """Reports a hook without a result. Otherwise only the call would report it, when a resource may exist already."""
    owed = _OWED.get(method)
    if owed is None:
        return
    owner = next((base for base in cls.__mro__ if method in vars(base)), cls)
    source = _source.of_class(owner)
    ends = source.methods[method].returns if source is not None and method in source.methods else frozenset()
    fault, accepted = owed
    annotation = inspect.signature(call).return_annotation
    result = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", str(annotation))
    if result in ("None", "NoneType"):
        problems.add(owner, f"{message}, and not with `-> None`: {fault}", method)
    elif method == "create" and result in _NO_ID:
        problems.add(owner, f"{message}, and not with `-> {result}`: {fault}, as a text", method)
    elif "nothing" in ends and not ends & accepted:
        problems.add(owner, f"{message}, with a `return`: {fault}", method)


def _by_type(annotation: object) -> str | None:
    """The parameter that has this annotation in every hook. Under `from __future__ import annotations` it is a text."""
    if isinstance(annotation, type) and annotation.__module__.partition(".")[0] != __name__.partition(".")[0]:
        return None
    name = annotation if isinstance(annotation, str) else getattr(typing.get_origin(annotation) or annotation, "__name__", "")
    name = name.partition("[")[0].rpartition(".")[2]
    return "cx" if name.endswith("Context") else _TYPES.get(name)


def judge_call(
    cls: type, call: Callable[..., Any], count: int, message: str, problems: Problems, method: str | None = None
) -> bool:
    """Reports a method with the wrong number of parameters, or with `async`. Returns whether it can be called."""
    if inspect.iscoroutinefunction(call):
        problems.add(cls, f"{message}, without `async`: the host makes one call at a time, and does the waiting", method)
        return False
    try:
        inspect.signature(call).bind(*range(count))
    except (TypeError, ValueError):
        problems.add(cls, message, method)
        return False
    return True
