/** Addresses of requests: where a client's base address and a path meet, and where a client's credentials may go. */
import { ProviderError } from "../errors.js";
import { withoutQuery } from "./response.js";
/** An address that names its server. The parts are scheme and authority. */
const ABSOLUTE = /^([a-z][a-z0-9+.-]*):\/\/([^/?#\\]*)/i;
const PORTS = { http: "80", https: "443" };
/** A base address as it is joined with paths, without slashes at its end. */
export function baseOf(address) {
    const problem = (reason) => new ProviderError(`the \`baseUrl\` \`${withoutQuery(address)}\` ${reason}\nhint: write an address such as \`https://api.example.com/v1\``);
    const [, scheme = "", authority = ""] = ABSOLUTE.exec(address) ?? [];
    if (!Object.hasOwn(PORTS, scheme.toLowerCase()) || authority === "")
        throw problem("is not an address of HTTP");
    if (/[?#]/.test(address))
        throw problem("has a query or a fragment, which no path can follow");
    return address.replace(/\/+$/, "");
}
/** The address of a request to a client with this base, and whether its headers and credentials go along. */
export function addressOf(base, address) {
    if (base === undefined)
        return { url: address, isOwn: true };
    if (ABSOLUTE.test(address))
        return { url: address, isOwn: originOf(address) === originOf(base) };
    const path = address.replace(/^\/+/, "");
    return { url: path === "" ? base : `${base}/${path}`, isOwn: true };
}
/** Scheme, host and port. */
function originOf(address) {
    const [, scheme = "", authority = ""] = ABSOLUTE.exec(address) ?? [];
    const server = authority.slice(authority.lastIndexOf("@") + 1).toLowerCase();
    const [, host = server, port = ""] = /^(.*):(\d*)$/.exec(server) ?? [];
    const known = scheme.toLowerCase();
    return `${known}://${host}:${port === "" ? (PORTS[known] ?? "") : Number(port)}`;
}
