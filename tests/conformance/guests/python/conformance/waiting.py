"""Waits."""

from pulumi_wasm_provider import Context, Output, Pending, Resource


class Waiting(Resource):
    """Is ready after some looks."""

    looks: int
    """At which look it is ready."""
    patience: int
    """For how many milliseconds somebody looks."""
    ready: Output[int]
    """At which look it was ready."""

    def create(self, cx: Context) -> str:
        taken = 0

        def look() -> int | Pending:
            nonlocal taken
            taken += 1
            return taken if taken >= self.looks else Pending(f"look {taken} of {self.looks}")

        self.ready = cx.wait(look, every=0.005, timeout=self.patience / 1000)
        return "waiting"
