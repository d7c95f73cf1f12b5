/** Addresses of requests: where a client's base address and a path meet, and where a client's credentials may go. */

import { ProviderError } from "../errors.js";
import { withoutQuery } from "./response.js";

/** The beginning of an absolute address: its scheme and its server. */
const ABSOLUTE = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i;
/** A server that all programs read in the same way: without a user, and without a character that some programs replace. */
const PLAIN = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::(\d*))?$/i;

const PORTS: Readonly<Record<string, string>> = { http: "80", https: "443" };

/** The base address. Throws a `ProviderError` if no path can follow it. */
export function baseOf(address: string): string {
  const problem = (fault: string, hint: string): ProviderError => new ProviderError(`the base address \`${withoutQuery(address)}\` ${fault}\nhint: ${hint}`);
  if (originOf(address) === undefined) throw problem("has no scheme and host", "write it as `https://api.example.com/v1`, without user and password");
  if (/[?#]/.test(address)) throw problem("has a query or a fragment", "give the query to each request");
  return address;
}

/** The address of a request to a client with this base, and whether its headers and credentials go along. */
export function addressOf(base: string | undefined, address: string): { readonly url: string; readonly isOwn: boolean } {
  if (base === undefined) return { url: address, isOwn: true };
  if (ABSOLUTE.test(address)) return { url: address, isOwn: originOf(address) === originOf(base) };
  return { url: address === "" ? base : `${base.replace(/\/+$/, "")}/${address.replace(/^\/+/, "")}`, isOwn: true };
}

/** Scheme, host and port of an HTTP address; `undefined` if one of them is ambiguous. */
function originOf(address: string): string | undefined {
  const [, scheme = "", server = ""] = ABSOLUTE.exec(address.toLowerCase()) ?? [];
  const [, host, port = ""] = PLAIN.exec(server) ?? [];
  const usual = Object.hasOwn(PORTS, scheme) ? PORTS[scheme] : undefined;
  return host === undefined || usual === undefined ? undefined : `${scheme}://${host}:${Number(port || usual)}`;
}
