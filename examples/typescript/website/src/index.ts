/**
 * Websites: components that are made of zones and records of the package `powerdns`, and of random values.
 *
 * `pulumi-wasm add` wrote the modules `powerdns` and `random`.
 */

import { all, array, component, interpolate, type Output, provider, record, string } from "pulumi-wasm-provider";
import { RecordSet, Zone } from "./powerdns.js";
import { RandomPassword, RandomPet } from "./random.js";

/** A host of a website: its addresses in DNS, and a key for people who publish pages on it. */
const Host = component("Host", {
  inputs: {
    /** The name of the zone. */
    zone: string(),
    /** The full domain name of the host. */
    name: string(),
    /** Its IPv4 addresses. */
    addresses: array(string()),
  },
  outputs: {
    /** The address of its front page. */
    url: string(),
    /** The key for publishing. */
    key: string().secret(),
  },
  construct({ zone, name, addresses }, cx) {
    const records = cx.child("records", RecordSet, { name, records: addresses, type: "A", zone });
    // No key without a host.
    const key = cx.child("key", RandomPassword, { length: 24 }, { dependsOn: records });
    return { url: interpolate`https://${name}/`, key: key.output("result") };
  },
});

/** A website: a zone with its hosts, and a record that proves whose it is. */
const Website = component("Website", {
  inputs: {
    /** The domain name of the zone, such as `example.org`. */
    domain: string(),
    /** The names of the servers that answer for the zone. */
    nameservers: array(string()),
    /** The IPv4 addresses of the hosts. */
    addresses: array(string()),
    /** The names of the hosts in the zone, such as `www`. */
    hosts: array(string()).minItems(1).maxItems(50).uniqueItems().plain(),
  },
  outputs: {
    /** The text of the record that proves whose website it is. */
    proof: string(),
    /** The addresses of the front pages. */
    urls: array(string()),
    /** The keys for publishing, by host. */
    keys: record(string()).secret(),
  },
  construct({ domain, nameservers, addresses, hosts }, cx) {
    const zone = cx.child("zone", Zone, { name: domain, nameservers });
    const owner = cx.child("owner", RandomPet, {});
    const proof = interpolate`website-owner=${owner.id}`;
    const apex = zone.output("name");
    cx.child("proof", RecordSet, { name: apex, records: [proof], type: "TXT", zone: apex });

    const urls: Output<string>[] = [];
    const keys: Record<string, Output<string>> = {};
    for (const host of hosts) {
      const made = cx.component(host, Host, { zone: apex, name: interpolate`${host}.${domain}`, addresses });
      urls.push(made.output("url"));
      keys[host] = made.output("key");
    }
    return { proof, urls: all(urls), keys: all(keys) };
  },
});

export default provider({ components: [Website, Host], packages: { powerdns: "0.1.0", random: "4.18.0" } });
