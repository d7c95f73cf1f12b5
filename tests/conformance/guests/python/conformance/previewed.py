"""Previews, and the results after them."""

from typing import Self

from pulumi_wasm_provider import CreateContext, Output, PreviewContext, Resource, Stable, UpdateContext


class Previewed(Resource):
    """Previews outputs that only its code can compute."""

    label: str
    """Its label."""
    copies: int | None
    """How often it is there."""
    greeting: Output[str]
    """Known before it is made."""
    number: Output[int]
    """Known when it is made."""
    birth: Stable[str]
    """Never changes."""

    def preview_create(self, cx: PreviewContext) -> None:
        cx.debug(f"preview: {str(cx.preview).lower()}")
        self._greet()

    def create(self, cx: CreateContext) -> str:
        self._greet()
        self.number = 7
        self.birth = "today"
        return f"previewed-{cx.name}"

    def preview_update(self, old: Self, cx: PreviewContext) -> None:
        self._greet()

    def update(self, old: Self, cx: UpdateContext) -> None:
        self._greet()
        self.number = old.number + 1

    def _greet(self) -> None:
        self.greeting = f"Hello, {self.label}!"


class Promising(Resource, consistency="error"):
    """Previews a value that its create may not return."""

    label: str
    """Its label."""
    honest: bool
    """Whether create returns the promised value."""
    promise: Output[str]
    """The promised value."""

    def preview_create(self, cx: PreviewContext) -> None:
        self.promise = "gold"

    def create(self, cx: CreateContext) -> str:
        self.promise = "gold" if self.honest else "lead"
        return "promising"
