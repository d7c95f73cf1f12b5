// A provider whose configuration has a boolean, numbers, a list, an object, and a secret that is made by the same program.
import * as pulumi from "@pulumi/pulumi";
import * as random from "@pulumi/random";
import * as settings from "@pulumi/settings";

export async function program() {
    const token = new random.RandomPassword("token", { length: 16 });
    const provider = new settings.Provider("own", {
        verbose: false,
        retries: new pulumi.Config().requireNumber("retries"),
        hosts: ["one.example.test", "two.example.test"],
        limits: { strict: true, most: 7, byName: { ada: 1.5 } },
        token: token.result,
    });
    const report = new settings.Report("report", { title: "All of it" }, { provider });
    return {
        verbose: report.verbose,
        retries: report.retries,
        hosts: report.hosts,
        limits: report.limits,
        lookedUp: report.lookedUp,
        most: report.limits.most,
        token: token.result,
        reversed: report.reversedToken,
    };
}
