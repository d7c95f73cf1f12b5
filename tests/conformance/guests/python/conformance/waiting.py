"""Waits."""

from pulumi_wasm_provider import CreateContext, Output, Pending, Resource


class Waiting(Resource):
    """Is ready after some looks."""

    looks: int
    """At which look it is ready."""
    patience: int
    """For how many milliseconds somebody looks."""
    ready: Output[int]
    """At which look it was ready."""

    def create(self, cx: CreateContext) -> str:
        def look(attempt: int) -> int | Pending:
            return attempt if attempt >= self.looks else Pending(f"look {attempt} of {self.looks}")

        self.ready = cx.wait(look, every=0.005, timeout=self.patience / 1000)
        return "waiting"
