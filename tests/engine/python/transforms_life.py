"""A website, whose pages the program changes by transforms, and whose making a hook follows."""

import pulumi
import pulumi_random as random
import pulumi_site as site


def signed(args: pulumi.ResourceTransformArgs) -> pulumi.ResourceTransformResult | None:
    """Signs all pages below a component."""
    if args.type_ != "site:index:Page":
        return None
    text = pulumi.Output.from_input(args.props["text"]).apply(lambda text: f"{text} Ada")
    return pulumi.ResourceTransformResult(props={**args.props, "text": text}, opts=args.opts)


def longer(args: pulumi.ResourceTransformArgs) -> pulumi.ResourceTransformResult | None:
    """Makes all passwords of the stack longer."""
    if not args.type_.endswith("RandomPassword"):
        return None
    return pulumi.ResourceTransformResult(props={**args.props, "length": 20}, opts=args.opts)


def made(args: pulumi.ResourceHookArgs) -> None:
    """Says which website was made."""
    assert args.new_outputs is not None
    pulumi.log.info(f"the hook saw {args.name}: {args.new_outputs['url']}")


def program() -> None:
    pulumi.runtime.register_resource_transform(longer)
    maker = random.Provider("maker")
    home = site.Website(
        "home",
        title="Home",
        note=pulumi.Output.secret("hush"),
        pages=1,
        opts=pulumi.ResourceOptions(
            providers=[maker],
            transforms=[signed],
            hooks=pulumi.ResourceHookBinding(after_create=[pulumi.ResourceHook("made", made)]),
        ),
    )
    # It has a transform as well, for the pages of the website inside.
    gate = site.Portal("gate", titles=["Gate"], opts=pulumi.ResourceOptions(providers=[maker], transforms=[signed]))
    pulumi.export("password", home.password)
    pulumi.export("gate", gate.url)
