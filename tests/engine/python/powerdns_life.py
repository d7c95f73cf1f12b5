"""A zone with records of an explicit provider that is configured with a secret."""

import pulumi
import pulumi_powerdns as powerdns


def program() -> None:
    config = pulumi.Config()
    provider = powerdns.Provider(
        "own", server_url=config.require("url"), api_key=config.require_secret("key")
    )
    options = pulumi.ResourceOptions(provider=provider)
    zone = powerdns.Zone(
        "zone", name="example.test", nameservers=["ns1.example.test"], opts=options
    )
    web = powerdns.RecordSet(
        "web",
        zone=zone.name,
        name="www.example.test",
        type="A",
        ttl=config.require_int("ttl"),
        records=["192.0.2.10", "192.0.2.11"],
        comments=[powerdns.CommentArgs(content="Both web servers", account="ops")],
        opts=options,
    )
    found = powerdns.get_zone_output(
        name=web.zone, opts=pulumi.InvokeOutputOptions(provider=provider)
    )
    pulumi.export("zone", zone.id)
    pulumi.export("web", web.id)
    pulumi.export("ttl", web.ttl)
    pulumi.export("serial", found.serial)
