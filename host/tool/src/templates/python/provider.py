"""The provider demo."""

from pulumi_wasm_provider import CreateContext, Output, Provider, Resource


class Greeting(Resource):
    """A greeting for somebody."""

    name: str
    """The name to greet."""
    salutation: str = "Hello"
    """How the greeting begins."""
    message: Output[str]
    """The finished greeting."""

    def create(self, cx: CreateContext) -> str:
        cx.info(f"greeting {self.name}")
        self.message = f"{self.salutation}, {self.name}!"
        return self.name


provider = Provider(resources=[Greeting])
