// Random values of an explicit provider.
import * as pulumi from "@pulumi/pulumi";
import * as random from "@pulumi/random";

export async function program() {
    const edition = new pulumi.Config().require("edition");
    const provider = new random.Provider("own");
    const text = new random.RandomString("text", { length: 20, special: false, keepers: { edition } }, { provider });
    const password = new random.RandomPassword(
        "password",
        { length: 24, minUpper: 3, overrideSpecial: "!_" },
        { provider },
    );
    const order = new random.RandomShuffle("order", { inputs: [text.result, "b", "c"] }, { provider });
    const size: pulumi.Output<number> = text.length;
    return { text: text.result, password: password.result, order: order.results, size };
}
