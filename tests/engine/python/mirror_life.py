"""A page, and the copy that a component makes of it and gives as a resource."""

import pulumi
import pulumi_random as random
import pulumi_site as site


def program() -> None:
    maker = random.Provider("maker")
    front = site.Page("front", path="front.html", text="Good Morning!")
    mirror = site.Mirror("mirror", page=front, word="abc", opts=pulumi.ResourceOptions(providers=[maker]))
    pulumi.export("url", mirror.copy.apply(lambda page: page.url))
    pulumi.export("text", mirror.copy.apply(lambda page: page.text))
    pulumi.export("urn", mirror.copy.apply(lambda page: page.urn))
