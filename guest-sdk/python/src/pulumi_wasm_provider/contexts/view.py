"""Parts of a resource that Pulumi shows as separate resources."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from .._interface import wire as _wire
from .._interface.host import Operation, host
from .._model.classes import model_of
from ..errors import UnsupportedError

if TYPE_CHECKING:
    from .._model.properties import Properties

P = TypeVar("P", bound="Properties")


class View:
    """A part of a resource, as Pulumi shows it.

    Args:
        token: Its type token, of the same package.
        name: Its name; with the token it is unique among the parts of one resource.
        inputs, outputs: Its inputs, and its present outputs. Properties that are `Secret` are recorded as secrets.
        below: The part that it is shown below, instead of the resource itself.
    """

    def __init__(
        self,
        token: str,
        name: str,
        *,
        inputs: Properties | None = None,
        outputs: Properties | None = None,
        below: View | None = None,
    ) -> None:
        self.token = token
        self.name = name
        self._parent = (below.token, below.name) if below is not None else ("", "")
        self._inputs = _shown(inputs)
        self._outputs = _shown(outputs)

    def read_outputs(self, cls: type[P]) -> P:
        """The outputs as an instance of a class. Fails if they do not fit the class."""
        found: P = model_of(cls).decode(self._outputs, "")
        return found

    def __repr__(self) -> str:
        # The properties may have secrets.
        return f"View({self.token!r}, {self.name!r})"


def _shown(properties: Properties | None) -> dict[str, Any]:
    """The properties with secrets marked. The host cannot mark them, because views have no schema."""
    if properties is None:
        return {}
    model = model_of(type(properties))
    shown = model.encode(properties, "")
    for property in model.attributes.values():
        if property.options.get("secret") and property.wire_name in shown:
            shown[property.wire_name] = _wire.secret(shown[property.wire_name])
    return shown


@dataclass
class Step:
    """The change of one part, or, in a preview, its planned change."""

    operation: Operation
    old: View | None
    new: View | None
    failure: str | None = None


@dataclass
class Views:
    """The changes of a resource's parts: `cx.views().create(part).publish()`. Nothing is shown before `publish`."""

    steps: list[Step] = field(default_factory=list)

    def create(self, view: View) -> Views:
        """A part is made."""
        return self._step("create", None, view)

    def same(self, view: View) -> Views:
        """A part stays as it is."""
        return self._step("same", view, view)

    def update(self, old: View, new: View) -> Views:
        """A part is changed."""
        return self._step("update", old, new)

    def replace(self, old: View, new: View) -> Views:
        """A part is replaced by a new part."""
        return self._step("replace", old, new)

    def delete(self, view: View) -> Views:
        """A part is removed."""
        return self._step("delete", view, None)

    def read(self, view: View) -> Views:
        """A part is found in a lookup."""
        return self._step("read", None, view)

    def refresh(self, old: View, new: View | None) -> Views:
        """A part is found in a refresh; None if it is gone."""
        return self._step("refresh", old, new)

    def imported(self, view: View) -> Views:
        """A part is found in an import."""
        return self._step("import", None, view)

    def failed(self, reason: str) -> Views:
        """The last of the steps failed."""
        if self.steps:
            self.steps[-1].failure = reason
        return self

    def publish(self) -> bool:
        """Shows the steps. Returns false if the engine does not show views: the resource acts the same."""
        try:
            host().publish(self.steps)
        except UnsupportedError:
            return False
        return True

    def _step(self, operation: Operation, old: View | None, new: View | None) -> Views:
        self.steps.append(Step(operation, old, new))
        return self
