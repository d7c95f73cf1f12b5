"""Random values of an explicit provider."""

import pulumi
import pulumi_random as random


def program() -> None:
    edition = pulumi.Config().require("edition")
    provider = random.Provider("own")
    options = pulumi.ResourceOptions(provider=provider)
    text = random.RandomString(
        "text", length=20, special=False, keepers={"edition": edition}, opts=options
    )
    password = random.RandomPassword(
        "password", length=24, min_upper=3, override_special="!_", opts=options
    )
    order = random.RandomShuffle("order", inputs=[text.result, "b", "c"], opts=options)
    pulumi.export("text", text.result)
    pulumi.export("password", password.result)
    pulumi.export("order", order.results)
    pulumi.export("size", text.length)
