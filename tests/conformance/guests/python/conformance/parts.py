"""Parts that appear as views."""

from typing import Self

from pulumi_wasm_provider import Arguments, CreateContext, Resource, UpdateContext, View


class Part(Arguments):
    """The inputs and outputs of a view."""

    label: str
    """Its label."""


def part(name: str) -> View:
    """The part of that name."""
    shown = Part(label=name)
    return View("conformance:index:Part", name, inputs=shown, outputs=shown)


class Parts(Resource):
    """Has parts."""

    names: list[str]
    """The names of the parts."""

    def create(self, cx: CreateContext) -> str:
        steps = cx.views()
        for name in self.names:
            steps.create(part(name))
        steps.publish()
        return "parts"

    def update(self, old: Self, cx: UpdateContext) -> None:
        steps = cx.views()
        known = {view.name: view for view in cx.old_views}
        for name, view in known.items():
            if name not in self.names:
                steps.delete(view)
        for name in self.names:
            if name in known:
                steps.same(part(name))
            else:
                steps.create(part(name))
        steps.publish()
