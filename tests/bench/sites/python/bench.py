"""The component resource that every peer of the benchmark constructs: resources of another package, and a text of all their ids."""

from pulumi_wasm_provider import Component, ComponentContext, Input, Inputs, Output, Provider, interpolate


class Site(Component):
    """As many pets as it is told."""

    title: Input[str]
    count: int
    """How many there are."""
    names: Output[str]
    """The ids of all."""

    def construct(self, cx: ComponentContext) -> None:
        ids: list[Output[str]] = []
        for number in range(1, self.count + 1):
            pet: Inputs = {"prefix": interpolate("{}-{}", self.title, number), "length": 2, "keepers": {"of": self.title}}
            ids.append(cx.child(f"pet-{number}", "random:index/randomPet:RandomPet", pet).id)
        self.names = Output.all(ids).apply(" ".join)


provider = Provider(components=[Site], packages={"random": "4.18.0"})
