/** IP addresses in the one spelling that is compared, recorded and sent. */

import ipaddr from "ipaddr.js";

import { Unacceptable } from "./name.js";

/** The port that DNS servers listen on where nothing else is said. */
const DNS_PORT = 53;

/** The usual spelling of an IPv4 address; `undefined` for another text. */
export function ipv4(text: string): string | undefined {
  // Without the forms of old: octal numbers, and fewer than four parts.
  return /^(?:(?:0|[1-9]\d{0,2})(?:\.(?!$)|$)){4}$/.test(text) && ipaddr.IPv4.isValid(text) ? text : undefined;
}

/** The usual spelling of an IPv6 address (RFC 5952); `undefined` for another text. */
export function ipv6(text: string): string | undefined {
  if (text.includes("%") || !ipaddr.IPv6.isValid(text)) return undefined;
  const address = ipaddr.IPv6.parse(text);
  return address.isIPv4MappedAddress() ? `::ffff:${address.toIPv4Address().toString()}` : address.toRFC5952String();
}

/** The usual spelling of another server's address: the port is written only where it is not the usual one. */
export function serverAddress(text: string): string {
  const alone = ipv4(text) ?? ipv6(text);
  if (alone !== undefined) return alone;
  const [, inBrackets, plain, port] = /^(?:\[(.*)\]|([^:]*))(?::(\d+))?$/.exec(text) ?? [];
  const six = inBrackets === undefined ? undefined : ipv6(inBrackets);
  const four = ipv4(plain ?? inBrackets ?? "");
  const host = six ?? (inBrackets !== undefined && port !== undefined ? undefined : four);
  if (host === undefined || Number(port ?? DNS_PORT) > 65_535) {
    throw new Unacceptable(
      `\`${text}\` is not an IP address, alone or with a port: \`192.0.2.1:5300\`, \`[2001:db8::1]:5300\``,
    );
  }
  if (port === undefined || Number(port) === DNS_PORT) return host;
  return six === undefined ? `${host}:${Number(port)}` : `[${host}]:${Number(port)}`;
}
