"""Which hooks an author wrote, and whether they fit the host's calls."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, Final

from ._problems import Problems
from ._properties import Property, closest
from .config import Config
from .resource import Resource

#: Method, the manifest's name, how it is written.
RESOURCE_HOOKS: Final = (
    ("create", "create", "def create(self, cx: Context) -> str"),
    ("resume", "resume", "def resume(self, saved: Self, cx: Context) -> None"),
    ("check", "check", "def check(self, cx: CheckContext) -> None"),
    ("diff", "diff", "def diff(self, old: Self, changes: Changes, cx: Context) -> None"),
    ("preview_create", "preview-create", "def preview_create(self, cx: Context) -> None"),
    ("read", "read", "@classmethod def read(cls, id: str, recorded: Self | None, cx: Context) -> Self | None"),
    ("update", "update", "def update(self, old: Self, cx: Context) -> None"),
    ("preview_update", "preview-update", "def preview_update(self, old: Self, cx: Context) -> None"),
    ("delete", "delete", "def delete(self, cx: Context) -> None"),
    ("find", "list", "@classmethod def find(cls, query: Query, paging: Paging, cx: Context) -> Page"),
)

CONFIG_HOOKS: Final = (
    ("configure", "configure", "def configure(self, cx: Context) -> None"),
    ("check", "check-config", "def check(self, cx: CheckContext) -> None"),
)

#: The names of the hooks in other frameworks.
OTHER_NAMES: Final = {
    "destroy": "delete",
    "remove": "delete",
    "get": "read",
    "refresh": "read",
    "load": "read",
    "list": "find",
    "search": "find",
    "modify": "update",
    "change": "update",
    "validate": "check",
    "preview": "preview_create",
    "plan": "preview_create",
}

#: The class options of resources, as `Resource` lists them.
RESOURCE_OPTIONS: Final = frozenset(
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

RESERVED: Final = frozenset({name for name, _, _ in RESOURCE_HOOKS} | {"id", "migrations"})


def hooks_of(cls: type[Resource], problems: Problems) -> list[str]:
    """The manifest's names of the hooks that a resource has."""
    found = _written(cls, Resource, RESOURCE_HOOKS, problems)
    if "create" not in found:
        problems.add(cls, f"has no `create`: write `{RESOURCE_HOOKS[0][2]}`, which makes the thing and returns its id")
    _judge_names(cls, problems)
    if cls.migrations:
        found.append("migrate")
        for step in cls.migrations:
            judge_call(cls, step, 1, "a step of `migrations` is a function of one OldState", problems)
    for base in cls.__mro__:
        for name in base.__dict__.get("__own_properties__", {}):
            # Of `id` the property itself tells.
            if name in RESERVED and name != "id":
                problems.add(base, f"has the name of a hook: call it `{name}_` and write Field(name=\"{name}\")", name)
    return found


def _judge_names(cls: type[Resource], problems: Problems) -> None:
    """Tells of methods and class options that look like what the host knows, and are not: nothing would ever use them."""
    hooks = [name for name, _, _ in RESOURCE_HOOKS]
    for base in cls.__mro__[: cls.__mro__.index(Resource)]:
        for name, member in vars(base).items():
            function = getattr(member, "__func__", member)
            if name.startswith("_") or name in RESERVED or not inspect.isfunction(function):
                continue
            takes_context = "cx" in inspect.signature(function).parameters
            meant = OTHER_NAMES.get(name) if takes_context else None
            if meant := meant or closest(name, hooks, 0.75):
                problems.add(
                    base,
                    f"is not a hook, so the host never calls it: did you mean `{meant}`? Begin the name of a method of your own "
                    "with an underscore",
                    name,
                )
    for option in cls.__options__:
        if option not in RESOURCE_OPTIONS:
            problems.add(cls, f"`{option}` is not an option of a resource class: {closest_option(option, RESOURCE_OPTIONS)}")


def closest_option(option: str, known: frozenset[str]) -> str:
    """The hint for an option of a class that does not exist."""
    near = closest(option, known)
    return f"did you mean `{near}`?" if near else f"there are {', '.join(sorted(known))}"


def config_hooks_of(cls: type[Config], problems: Problems) -> list[str]:
    """The manifest's names of the hooks of a configuration. A provider with a configuration must be given it."""
    found = _written(cls, Config, CONFIG_HOOKS, problems)
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
        judge_call(cls, call, count if of_class else count + 1, f"`{method}` has to be written as `{form}`", problems, method)
    return found


def judge_call(
    cls: type, call: Callable[..., Any], count: int, message: str, problems: Problems, method: str | None = None
) -> None:
    """Tells of a method that does not take what the host gives, or is `async`."""
    if inspect.iscoroutinefunction(call):
        problems.add(cls, f"{message}, without `async`: the host makes one call at a time, and does the waiting", method)
        return
    try:
        inspect.signature(call).bind(*range(count))
    except (TypeError, ValueError):
        problems.add(cls, message, method)
