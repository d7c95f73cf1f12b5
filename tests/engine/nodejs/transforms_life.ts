// A website, whose pages the program changes by transforms, and whose making a hook follows.

import * as pulumi from "@pulumi/pulumi";
import * as random from "@pulumi/random";
import * as site from "@pulumi/site";

/** Signs all pages below a component. */
function signed(args: pulumi.ResourceTransformArgs): pulumi.ResourceTransformResult | undefined {
    if (args.type !== "site:index:Page") {
        return undefined;
    }
    const text = pulumi.output(args.props.text).apply(text => `${text} Ada`);
    return { props: { ...args.props, text }, opts: args.opts };
}

/** Makes all passwords of the stack longer. */
function longer(args: pulumi.ResourceTransformArgs): pulumi.ResourceTransformResult | undefined {
    if (!args.type.endsWith("RandomPassword")) {
        return undefined;
    }
    return { props: { ...args.props, length: 20 }, opts: args.opts };
}

export async function program() {
    pulumi.runtime.registerResourceTransform(longer);
    const made = new pulumi.ResourceHook("made", args => pulumi.log.info(`the hook saw ${args.name}: ${args.newOutputs?.url}`));
    const maker = new random.Provider("maker");
    const home = new site.Website(
        "home",
        { title: "Home", note: pulumi.secret("hush"), pages: 1 },
        { providers: [maker], transforms: [signed], hooks: { afterCreate: [made] } },
    );
    // It has a transform as well, for the pages of the website inside.
    const gate = new site.Portal("gate", { titles: ["Gate"] }, { providers: [maker], transforms: [signed] });
    return { password: home.password, gate: gate.url };
}
