"""The values that are put in if the program gives none."""

from pulumi_wasm_provider import CreateContext, Field, Resource


class Defaults(Resource):
    """Properties with defaults of each type."""

    label: str
    """Has to be given."""
    fruit: str = "pear"
    """A text."""
    count: int = 3
    """A whole number."""
    share: float = 0.5
    """A fraction."""
    ripe: bool = True
    """A choice."""
    format: str = Field(constant="v1")
    """Always the same."""
    vegetable: str | None = Field(deprecated="use fruit")
    """Replaced by `fruit`."""

    def create(self, cx: CreateContext) -> str:
        return "defaults"
