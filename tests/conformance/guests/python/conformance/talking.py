"""Messages."""

from pulumi_wasm_provider import CreateContext, Resource


class Talking(Resource):
    """Says something in each way."""

    words: str
    """The message."""
    print: str | None
    """The printed text."""

    def create(self, cx: CreateContext) -> str:
        if self.print is not None:
            print(self.print)
            return "talking"
        cx.debug(f"debug: {self.words}")
        cx.info(f"info: {self.words}")
        cx.warn(f"warning: {self.words}")
        cx.error(f"error: {self.words}")
        cx.status(f"status: {self.words}")
        cx.info("the end")
        return "talking"
