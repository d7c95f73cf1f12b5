"""The resource that every peer of the benchmark serves: without hooks before `create`, and with."""

from typing import Self

from pulumi_wasm_provider import (
    CheckContext,
    CreateContext,
    Diff,
    DiffContext,
    Object,
    Output,
    Properties,
    Provider,
    Resource,
    Secret,
    UpdateContext,
    value_of,
)


class Item(Object):
    """An entry of the list."""

    name: str
    size: float
    enabled: bool


class Common(Properties):
    """The inputs of both resources."""

    label: str
    secret: Secret[str] | None = None
    tags: dict[str, str]
    items: list[Item]
    total: Output[float]
    """The sum of the sizes."""


class Thing(Common, Resource):
    """A thing that the host checks and compares alone."""

    def create(self, cx: CreateContext) -> str:
        self.total = sum(item.size for item in self.items)
        return self.label

    def update(self, old: Self, cx: UpdateContext) -> None:
        self.total = sum(item.size for item in self.items)


class Hooked(Common, Resource):
    """The same resource with a hook in each call."""

    def check(self, cx: CheckContext) -> None:
        if value_of(self, Hooked.label).known:
            self.label = self.label.strip()

    def diff(self, old: Self, diff: Diff, cx: DiffContext) -> None:
        pass

    def create(self, cx: CreateContext) -> str:
        self.total = sum(item.size for item in self.items)
        return self.label

    def update(self, old: Self, cx: UpdateContext) -> None:
        self.total = sum(item.size for item in self.items)


provider = Provider(resources=[Thing, Hooked])
