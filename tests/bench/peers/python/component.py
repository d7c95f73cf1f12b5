"""The component resource of the benchmark on Pulumi's SDK for Python.

The SDK has two hosts of components. This is the faster host: the other also reads the types of the source at each start.
"""

import sys
from typing import Any

import pulumi
from pulumi.provider import ConstructResult, Provider
from pulumi.provider.server import main


class Site(pulumi.ComponentResource):
    """As many pets as it is told."""

    names: pulumi.Output[str]

    def __init__(self, name: str, inputs: Any, options: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("bench:index:Site", name, inputs, options)
        pets = []
        for number in range(1, int(inputs["count"]) + 1):
            pet = {
                "prefix": pulumi.Output.concat(inputs["title"], f"-{number}"),
                "length": 2,
                "keepers": {"of": inputs["title"]},
            }
            below = pulumi.ResourceOptions(parent=self, version="4.18.0")
            pets.append(pulumi.CustomResource("random:index/randomPet:RandomPet", f"{name}-pet-{number}", pet, below))
        self.names = pulumi.Output.all(*[pet.id for pet in pets]).apply(" ".join)
        self.register_outputs({"names": self.names})


class BenchProvider(Provider):
    def construct(
        self, name: str, resource_type: str, inputs: Any, options: pulumi.ResourceOptions | None = None
    ) -> ConstructResult:
        site = Site(name, inputs, options)
        return ConstructResult(urn=site.urn, state={"names": site.names})


main(BenchProvider("0.1.0"), sys.argv[1:])
