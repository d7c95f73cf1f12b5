"""Judging and completing inputs, and correcting a comparison."""

from typing import Self

from pulumi_wasm_provider import (
    CheckContext,
    CreateContext,
    Diff,
    DiffContext,
    Object,
    Resource,
    UpdateContext,
    value_of,
)


class Gate(Object):
    """Something that may pass."""

    port: int
    """Which."""
    guest: str | None
    """For whom."""


class Checked(Resource):
    """A resource whose hooks check, complete and compare its inputs."""

    label: str
    """Written in small letters."""
    title: str | None
    """Made of the label where it is not given."""
    gates: list[Gate] | None
    """Ports up to 1024."""
    size: int | None
    """May only grow in place."""

    def check(self, cx: CheckContext) -> None:
        label = value_of(self, Checked.label)
        if label.known:
            if " " in self.label:
                cx.fail(Checked.label, "must have no space")
            self.label = self.label.lower()
            if self.title is None:
                self.title = f"The {self.label}"
        for index, gate in enumerate(value_of(self, Checked.gates).get() or []):
            if gate.port > 1024:
                cx.fail(Checked.gates, "must be at most 1024", index, "port")
        old = cx.old_inputs(Checked)
        if old is not None:
            size = value_of(self, Checked.size).get()
            old_size = value_of(old, Checked.size).get()
            if size is not None and old_size is not None and size > 10 * old_size:
                cx.fail(Checked.size, "must not grow tenfold at once")

    def diff(self, old: Self, diff: Diff, cx: DiffContext) -> None:
        if (self.size or 0) < (old.size or 0):
            diff.replace(Checked.size)
            diff.delete_before_replace = True
        # A title is only shown.
        diff.ignore(Checked.title)

    def create(self, cx: CreateContext) -> str:
        return f"checked-{cx.name}"

    def update(self, old: Self, cx: UpdateContext) -> None:
        pass
