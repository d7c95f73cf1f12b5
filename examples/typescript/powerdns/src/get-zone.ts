/** The function `getZone`. */

import { array, boolean, func, integer, InvalidError, NotFoundError, string } from "pulumi-wasm-provider";

import { Api } from "./api.js";
import { ZoneKind } from "./kind.js";
import { DomainName, Unacceptable } from "./name.js";
import { readNameservers } from "./nameservers.js";

/** Looks up a zone of the server, of any manager. It is an error if the server has no zone of that name. */
export const getZone = func("getZone", {
  inputs: {
    /** The domain name of the zone. The dot at its end may be left out. */
    name: string(),
  },
  outputs: {
    /** The domain name of the zone, with the dot at its end. */
    name: string(),
    /** Where the records come from. */
    kind: ZoneKind,
    /** The names of the servers that answer for the zone: its NS records. */
    nameservers: array(string()),
    /** The addresses of the servers that the zone is copied from. */
    masters: array(string()),
    /** The account that the zone belongs to; empty if it has no account. */
    account: string(),
    /** Whether the zone is signed. */
    dnssec: boolean(),
    /** The serial number in the zone's SOA record. */
    serial: integer(),
    /** Where the zone is in the server's API. */
    url: string(),
  },
  call(inputs, cx) {
    const name = parsed(inputs.name);
    const api = new Api(cx);
    const zone = api.zone(name);
    if (zone === undefined) throw new NotFoundError(`the server has no zone ${name}`);
    const { kind, masters = [], account = "", dnssec = false, serial = 0, url } = zone;
    const nameservers = readNameservers(api, name, []);
    return { name: name.toString(), kind, nameservers, masters, account, dnssec, serial, url };
  },
});

function parsed(name: string): DomainName {
  try {
    return DomainName.parse(name);
  } catch (error) {
    if (error instanceof Unacceptable) throw new InvalidError("name", error.message);
    throw error;
  }
}
