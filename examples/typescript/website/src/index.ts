/** Websites with their addresses in DNS: components of resources of two other packages, and of each other. */

import { component, interpolate, list, provider, string } from "pulumi-wasm-provider";

const servers = list(string().format("ip")).minItems(1);

/** A name in DNS that leads to servers. */
const Address = component("Address", {
  inputs: {
    /** The domain name of the zone, as the `name` of a PowerDNS `Zone` has it. */
    zone: string(),
    /** The first part of the name. */
    label: string().default("www"),
    /** The addresses of the servers, of one version of IP. */
    servers,
  },
  outputs: {
    /** The address for browsers. */
    url: string(),
  },
  construct({ zone, label, servers }, cx) {
    const type = servers.apply(([first = ""]) => (first.includes(":") ? "AAAA" : "A"));
    const name = interpolate`${label}.${zone}`;
    const records = cx.child("records", "powerdns:index:RecordSet", { zone, name, type, ttl: 300, records: servers });
    const served = records.output<string>("name");
    return { url: served.apply((name) => `https://${name.replace(/\.$/, "")}/`) };
  },
});

/** A website for its visitors, and a draft of it for its editors, under a name that nobody guesses. */
const Website = component("Website", {
  inputs: {
    /** The domain name of the zone, as the `name` of a PowerDNS `Zone` has it. */
    zone: string(),
    /** The addresses of the servers, of one version of IP. */
    servers,
  },
  outputs: {
    /** The address for visitors. */
    url: string(),
    /** The address for editors. */
    draftUrl: string(),
    /** What editors log in with. */
    password: string().secret(),
  },
  construct({ zone, servers }, cx) {
    const visitors = cx.component("visitors", Address, { zone, servers });
    const editors = cx.group("editors", "Editors", (cx) => {
      const pet = cx.child("name", "random:index/randomPet:RandomPet", { length: 3 });
      const password = cx.child("password", "random:index/randomPassword:RandomPassword", { length: 20 });
      const address = cx.component("address", Address, { zone, servers, label: pet.id }, { dependsOn: visitors });
      return { url: address.output("url"), password: password.output<string>("result") };
    });
    return { url: visitors.output("url"), draftUrl: editors.output("url"), password: editors.output("password") };
  },
});

export default provider({ components: [Address, Website], uses: { powerdns: "0.1.0", random: "0.1.0" } });
