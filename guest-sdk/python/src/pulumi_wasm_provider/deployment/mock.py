"""A deployment for tests of components: records declarations, simulates resources, and calls functions of `apply`,
transforms and hooks. Unknowns and secrets propagate as in the host. It ignores dependencies, order and the rules of
schemas: `pulumi-wasm test` checks those.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .._interface import wire as _wire
from ..errors import ProviderError
from .construct import APPLY, HOOK, TRANSFORM
from .session.host import LookupKind, ResourceKind


@dataclass
class Declared:
    """A resource that a component declared, after its transforms, with resolved values; secrets and unknown values
    appear as `secret` and `unknown`. Its options lack functions."""

    kind: ResourceKind
    """`custom`, `group` or `remote`."""
    token: str
    name: str
    inputs: dict[str, Any]
    options: dict[str, Any]
    """By the names of the wire, such as `dependsOn`."""
    position: str
    """The line that declares it."""


@dataclass
class LookedUp:
    """Something that a component looked up."""

    kind: LookupKind
    """`read`, `invoke`, `method` or `reference`."""
    token: str
    arguments: dict[str, Any]


@dataclass
class Constructed:
    """A component that was constructed."""

    outputs: dict[str, Any]
    children: list[Declared]
    """In the order of their declaration."""
    looked_up: list[LookedUp]

    def child(self, name: str) -> Declared:
        """The child of that name in full."""
        for child in self.children:
            if child.name == name:
                return child
        raise AssertionError(f"no child is called `{name}`; the children are {', '.join(child.name for child in self.children)}")


#: Returns the simulated outputs of a resource, given its declaration.
Makes = Callable[[Declared], Mapping[str, Any]]
#: Runs a function of the component: its kind, its number and its argument.
Runs = Callable[[str, int, str], str]
#: The result of a look-up, by the look-up.
Finds = Callable[[LookedUp], Mapping[str, Any]]


class _WaitsForFunction(Exception):
    """A value depends on a function that was not called yet."""


class _Waiting:
    """The place of a function's result."""

    def __init__(self, source: Any, callback: int) -> None:
        self.source = source
        self.callback = callback
        self.result: Any = self


class Graph:
    """The nodes of one construction, or of the call of a method. `urn` is the URN of the component, or of the method's resource."""

    def __init__(
        self, inputs: dict[str, Any], preview: bool, makes: Makes | None, finds: Finds | None, urn: str
    ) -> None:
        self._urn = urn
        self._preview = preview
        self._makes = makes or (lambda declared: {})
        self._finds = finds or (lambda looked_up: {})
        self._nodes: list[Any] = [("", inputs)]
        self._rows: list[tuple[int, ResourceKind, str, str, Any, Any, str]] = []
        self._finished: dict[int, Any] = {}
        self._looked_up: list[LookedUp] = []
        self._made: dict[int, Any] = {}
        self._declarations: dict[int, Declared] = {}
        self._run: Runs | None = None

    # --- what a component calls ---------------------------------------------------------------------------------

    def register(
        self, session: int, kind: ResourceKind, token: str, name: str, inputs: str, options: str, position: str
    ) -> int:
        if any(row[2:4] == (token, name) for row in self._rows):
            raise ProviderError(f"there is a resource `{name}` of this type already")
        told = _wire.parse(options)
        if kind != "custom" and "hooks" in told:
            raise ProviderError(f"`{token}` `{name}`: a group or component has no hooks; put them on the resources in it")
        number = len(self._nodes)
        self._rows.append((number, kind, token, name, _wire.parse(inputs), told, position))
        self._nodes.append(self._rows[-1])
        return number

    def register_outputs(self, session: int, node: int, outputs: str) -> None:
        self._finished[node] = _wire.parse(outputs)

    def look_up(
        self, session: int, kind: LookupKind, token: str, name: str, arguments: str, options: str, position: str
    ) -> int:
        self._nodes.append((kind, token, _wire.parse(arguments)))
        return len(self._nodes) - 1

    def apply(self, session: int, source: str, callback: int, position: str) -> int:
        self._nodes.append(_Waiting(_wire.parse_value(source), callback))
        return len(self._nodes) - 1

    # --- what a test sees -----------------------------------------------------------------------------------------

    def settle(self, run: Runs) -> None:
        """Calls all functions whose values are known, including functions that they declare."""
        self._run = run
        while True:
            waiting = [node for node in self._nodes if isinstance(node, _Waiting) and node.result is node]
            if not waiting:
                return
            if not any([self._call(node, run) for node in waiting]):
                raise ProviderError("the values of `apply` wait for each other")

    def _call(self, node: _Waiting, run: Runs) -> bool:
        try:
            source = self.resolved(node.source)
        except _WaitsForFunction:
            return False
        if _wire.contains_unknown(source):
            node.result = _wire.UNKNOWN
            return True
        result = _wire.parse_value(run(APPLY, node.callback, _wire.text(_wire.reveal_deep(source))))
        node.result = _wire.secret(result) if _wire.contains_secret(source) else result
        return True

    def constructed(self, outputs: dict[str, Any]) -> Constructed:
        """The result of the construction."""
        children = [self._declared(*row) for row in self._rows]
        for number in range(len(self._nodes)):
            # Unused nodes are looked up as well.
            self._value(number)
        return Constructed(self.resolved(outputs), children, self._looked_up)

    def resolved(self, value: Any) -> Any:
        """The value with nodes replaced by their values."""
        if isinstance(value, list):
            return [self.resolved(item) for item in value]
        if not isinstance(value, dict):
            return value
        if (place := _wire.node_of(value)) is not None:
            return self._at(*place)
        if _wire.is_secret(value):
            return _wire.secret(self.resolved(value["value"]))
        return {key: self.resolved(member) for key, member in value.items()}

    def _at(self, number: int, path: str) -> Any:
        node = self._nodes[number]
        if not path and number == 0:
            return _wire.signed("resource", {"urn": self._urn})
        if not path and isinstance(node, tuple) and len(node) > 3:
            return self._reference(number)
        value, is_secret = self._value(number), False
        for step in _steps(path):
            while _wire.is_secret(value):
                value, is_secret = value["value"], True
            if _wire.is_unknown(value):
                break
            value = _inside(value, step)
            if value is None and self._preview and isinstance(node, tuple) and number:
                value = _wire.UNKNOWN
        return _wire.secret(value) if is_secret else value

    def _value(self, number: int) -> Any:
        if number not in self._made:
            node = self._nodes[number]
            if isinstance(node, _Waiting):
                if node.result is node:
                    raise _WaitsForFunction
                return self.resolved(node.result)
            self._made[number] = self._resource(number, node) if len(node) > 3 else self._found(node)
        return self._made[number]

    def _resource(self, number: int, row: Any) -> Any:
        _, kind, token, name, _, options, _ = row
        of = {"urn": _urn_of(row)}
        if kind == "group":
            return {**self.resolved(self._finished.get(number, {})), **of}
        declared = self._declared(*row)
        told = {"type": token, "name": name, **of, "newInputs": declared.inputs}
        self._run_hooks("beforeCreate", options, told)
        id = _wire.UNKNOWN if self._preview else f"{name}_id"
        made = {**declared.inputs, **({"id": id} if kind == "custom" else {}), **self._makes(declared), **of}
        outputs = {output: value for output, value in made.items() if output not in ("id", "urn")}
        self._run_hooks("afterCreate", options, {**told, "id": made.get("id"), "newOutputs": outputs})
        return made

    def _run_hooks(self, event: str, options: Any, told: Mapping[str, Any]) -> None:
        # The engine does not run hooks in previews.
        for hook in () if self._preview else options.get("hooks", {}).get(event, ()):
            assert self._run is not None
            self._run(HOOK, hook, _wire.text({"event": event, **_wire.reveal_deep(told)}))

    def _found(self, node: Any) -> Any:
        if node[0] == "":
            return node[1]
        kind, token, arguments = node
        looked_up = LookedUp(kind, token, self.resolved(arguments))
        self._looked_up.append(looked_up)
        return _wire.UNKNOWN if _wire.contains_unknown(looked_up.arguments) else dict(self._finds(looked_up))

    def _declared(self, number: int, kind: ResourceKind, token: str, name: str, inputs: Any, options: Any, position: str) -> Declared:
        if number not in self._declarations:
            own = {option: value for option, value in options.items() if option not in ("transforms", "hooks")}
            declared = Declared(kind, token, name, self.resolved(inputs), self.resolved(own), position)
            for transform in self._transforms_of(options):
                self._transform(transform, declared)
            self._declarations[number] = declared
        return self._declarations[number]

    def _transforms_of(self, options: Any) -> list[int]:
        """The transforms of the resource itself, then of its parents from the nearest outward."""
        found = list(options.get("transforms", ()))
        place = _wire.node_of(options.get("parent"))
        above = next((row for row in self._rows if place is not None and row[0] == place[0]), None)
        return found if above is None else found + self._transforms_of(above[5])

    def _transform(self, callback: int, declared: Declared) -> None:
        parent = declared.options.pop("parent", None)
        told = {
            "type": declared.token,
            "name": declared.name,
            "custom": declared.kind == "custom",
            "parent": "" if parent is None else parent.get("urn", ""),
            "properties": self._held(declared.inputs),
            "options": self._held(declared.options),
        }
        assert self._run is not None
        given = _wire.parse(self._run(TRANSFORM, callback, _wire.text(told)))
        declared.inputs = self.resolved(given["properties"])
        declared.options = self.resolved(given["options"])
        if parent is not None:
            declared.options["parent"] = parent

    def _held(self, value: Any) -> Any:
        """The value with outputs in place of all parts that are not plain."""
        if isinstance(value, list):
            return [self._held(item) for item in value]
        if isinstance(value, dict) and _wire.SIGNATURE not in value:
            return {name: self._held(member) for name, member in value.items()}
        if not isinstance(value, dict) and not _wire.is_unknown(value):
            return value
        node = _Waiting(None, 0)
        node.result = value
        self._nodes.append(node)
        return _wire.node(len(self._nodes) - 1, "")

    def _reference(self, number: int) -> Any:
        row = self._nodes[number]
        if row[1] == "group":
            # It may have the outputs of its children, which refer to it as their parent.
            return _wire.signed("resource", {"urn": _urn_of(row)})
        value = self._value(number)
        # The output `id` of a component is an ordinary output.
        members = {key: value[key] for key in (("urn",) if row[1] == "remote" else ("urn", "id")) if key in value}
        return _wire.signed("resource", members)


def _urn_of(row: Any) -> str:
    return f"urn:pulumi:test::test::{row[2]}::{row[3]}"


def _inside(value: Any, step: str | int) -> Any:
    if isinstance(value, list) and isinstance(step, int):
        return value[step] if step < len(value) else None
    return value.get(step) if isinstance(value, dict) else None


def _steps(path: str) -> list[str | int]:
    """The steps of a path such as `zones[0]["a.b"].id`."""
    steps: list[str | int] = []
    rest = path
    while rest:
        if rest.startswith('["'):
            end = rest.index('"]')
            steps.append(rest[2:end])
            rest = rest[end + 2 :]
        elif rest.startswith("["):
            end = rest.index("]")
            steps.append(int(rest[1:end]))
            rest = rest[end + 1 :]
        else:
            end = min((at for at in (rest.find("."), rest.find("[")) if at >= 0), default=len(rest))
            steps.append(rest[:end])
            rest = rest[end:]
        rest = rest.removeprefix(".")
    return steps
