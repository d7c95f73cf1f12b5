"""The values that instances share."""

from pulumi_wasm_provider import CreateContext, Output, Resource, http


class Sharing(Resource):
    """Knows a token that a server gave to one of them."""

    url: str
    """Where the token is."""
    forgets: bool | None
    """Whether it is forgotten afterwards."""
    nested: bool | None
    """Whether its maker asks for it as well."""
    made: Output[bool]
    """Whether this one asked the server."""

    def create(self, cx: CreateContext) -> str:
        self.made = False

        def make() -> tuple[str, float]:
            if self.nested:
                cx.shared.get_or_make("token", 60, lambda: "another")
            self.made = True
            return http.get(self.url).raise_for_status().text, 60

        token = cx.shared.get_or_make("token", 60, make)
        cx.info(f"the token is {token}")
        if self.forgets:
            cx.shared.forget("token", token)
        cx.shared.rate("makes", 100, burst=2).wait()
        return "sharing"
