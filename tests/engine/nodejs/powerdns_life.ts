// A zone with records of an explicit provider that is configured with a secret.
import * as pulumi from "@pulumi/pulumi";
import * as powerdns from "@pulumi/powerdns";

export async function program() {
    const config = new pulumi.Config();
    const provider = new powerdns.Provider("own", {
        serverUrl: config.require("url"),
        apiKey: config.requireSecret("key"),
    });
    const zone = new powerdns.Zone("zone", { name: "example.test", nameservers: ["ns1.example.test"] }, { provider });
    const web = new powerdns.RecordSet("web", {
        zone: zone.name,
        name: "www.example.test",
        type: "A",
        ttl: config.requireNumber("ttl"),
        records: ["192.0.2.10", "192.0.2.11"],
        comments: [{ content: "Both web servers", account: "ops" }],
    }, { provider });
    const found = powerdns.getZoneOutput({ name: web.zone }, { provider });
    return { zone: zone.id, web: web.id, ttl: web.ttl, serial: found.serial };
}
