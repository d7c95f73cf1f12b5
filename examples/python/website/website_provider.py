"""Websites: components that are made of zones and records of the package `powerdns`, and of random values.

`pulumi-wasm add` wrote the modules `powerdns_resources` and `random_resources`.
"""

from typing import Any

from pulumi_wasm_provider import Component, ComponentContext, Field, Input, Output, Provider, Secret, interpolate

from powerdns_resources import RecordSet, Zone
from random_resources import RandomPassword, RandomPet


class Host(Component):
    """A host of a website: its addresses in DNS, and a key for people who publish pages on it."""

    zone: Input[str]
    """The name of the zone."""
    name: Input[str]
    """The full domain name of the host."""
    addresses: Input[list[str]]
    """Its IPv4 addresses."""
    url: Output[str]
    """The address of its front page."""
    key: Output[Secret[str]]
    """The key for publishing."""

    def construct(self, cx: ComponentContext) -> None:
        self.url = interpolate("https://{}/", self.name)
        records = RecordSet(cx, "records", {"name": self.name, "records": self.addresses, "type": "A", "zone": self.zone})
        # No key without a host.
        self.key = RandomPassword(cx, "key", {"length": 24}, depends_on=records).result


class Website(Component):
    """A website: a zone with its hosts, and a record that proves whose it is."""

    domain: Input[str]
    """The domain name of the zone, such as `example.org`."""
    nameservers: Input[list[str]]
    """The names of the servers that answer for the zone."""
    addresses: Input[list[str]]
    """The IPv4 addresses of the hosts."""
    hosts: list[str] = Field(min_items=1, max_items=50, unique_items=True)
    """The names of the hosts in the zone, such as `www`."""
    proof: Output[str]
    """The text of the record that proves whose website it is."""
    urls: Output[list[str]]
    """The addresses of the front pages."""
    keys: Output[Secret[dict[str, str]]]
    """The keys for publishing, by host."""

    def construct(self, cx: ComponentContext) -> None:
        zone = Zone(cx, "zone", {"name": self.domain, "nameservers": self.nameservers})
        owner = RandomPet(cx, "owner", {})
        self.proof = interpolate("website-owner={}", owner.id)
        RecordSet(cx, "proof", {"name": zone.name, "records": [self.proof], "type": "TXT", "zone": zone.name})

        urls: list[Output[str]] = []
        keys: dict[str, Any] = {}
        for host in self.hosts:
            name = interpolate("{}.{}", host, self.domain)
            made = cx.component(host, Host, {"zone": zone.name, "name": name, "addresses": self.addresses})
            urls.append(made.output("url"))
            keys[host] = made.output("key")
        self.urls = Output.all(urls)
        self.keys = Output.of(keys)


provider = Provider(components=[Website, Host], packages={"powerdns": "0.1.0", "random": "4.18.0"})
