/**
 * Contents of records: the spelling that PowerDNS accepts, and whether two spellings mean the same.
 *
 * The server refuses contents that are not exactly as it would write them itself, down to single spaces, and its
 * storage may write an accepted content in another way: addresses shortened, hexadecimal digits in lower case, long
 * texts cut in pieces. Neither should bother people.
 */

import { ipv4, ipv6 } from "./address.js";
import { DomainName, Unacceptable } from "./name.js";
import { quoted, STRING_LIMIT, unquoted, words } from "./notation.js";

/** Types whose words outside of quotation marks mean the same in upper and lower case: names and hexadecimal digits. */
const CASELESS = new Set([
  "ALIAS", "CDS", "CNAME", "DNAME", "DS", "MX", "NAPTR", "NS", "PTR", "SMIMEA", "SRV", "SSHFP", "TLSA",
]);

/** The content in the spelling that is compared and recorded. A canonical content stays as it is. */
export function canonical(type: string, content: string): string {
  switch (type) {
    case "A": {
      const address = ipv4(content.trim());
      if (address === undefined) throw new Unacceptable(`\`${content}\` is not an IPv4 address`);
      return address;
    }
    case "AAAA": {
      const address = ipv6(content.trim());
      if (address === undefined) throw new Unacceptable(`\`${content}\` is not an IPv6 address`);
      return address;
    }
    case "TXT":
    case "SPF":
      return canonicalText(content);
    case "ALIAS":
    case "CNAME":
    case "DNAME":
    case "NS":
    case "PTR":
      return withTarget(content, ["the name"]);
    case "MX":
      return withTarget(content, ["the preference", "the name"]);
    case "SRV":
      return withTarget(content, ["the priority", "the weight", "the port", "the name"]);
    default: {
      const all = words(content);
      if (all.length === 0) throw new Unacceptable("the content of a record must not be empty");
      return all.join(" ");
    }
  }
}

/** The content in the spelling that the server takes. */
export function toSend(type: string, content: string): string {
  return isText(type) && !isQuoted(content) ? quoted(content) : content;
}

/** Whether two lists of contents are the same records. A record set has no order. */
export function sameRecords(type: string, one: readonly string[], other: readonly string[]): boolean {
  const sorted = (contents: readonly string[]): string => contents.map((content) => meaning(type, content)).sort().join("\n");
  return one.length === other.length && sorted(one) === sorted(other);
}

/** The meaning of a content, without the parts that make no difference: equal for two spellings of one record. */
function meaning(type: string, content: string): string {
  if (type === "AAAA") {
    const address = ipv6(content);
    if (address !== undefined) return JSON.stringify([address]);
  }
  const sent = toSend(type, content);
  let all: string[];
  try {
    all = words(sent);
  } catch {
    return JSON.stringify([sent]);
  }
  const parts = all.flatMap((word): (string | { octets: number[] })[] => {
    if (!word.startsWith('"')) return [CASELESS.has(type) ? word.toLowerCase() : word];
    const octets = unquoted(word);
    const count = Math.max(1, Math.ceil(octets.length / STRING_LIMIT));
    return Array.from({ length: count }, (_, index) => ({
      octets: [...octets.subarray(index * STRING_LIMIT, (index + 1) * STRING_LIMIT)],
    }));
  });
  return JSON.stringify(parts);
}

/** Types whose contents are text. */
function isText(type: string): boolean {
  return type === "TXT" || type === "SPF";
}

/** Whether a text is in the notation of zone files, and not just the text itself. */
function isQuoted(content: string): boolean {
  return content.trimStart().startsWith('"');
}

/** Text is just the text, unless that leaves something open, such as how it is cut into strings. */
function canonicalText(content: string): string {
  if (!isQuoted(content)) return content;
  const all = words(content);
  const outside = all.find((word) => !word.startsWith('"'));
  if (outside !== undefined) {
    throw new Unacceptable(
      `\`${outside}\` is outside of the quotation marks; put all strings of a text in them, or none`,
    );
  }
  const notation = all.join(" ");
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(all.flatMap((word) => [...unquoted(word)])));
  } catch {
    return notation;
  }
  return !isQuoted(text) && meaning("TXT", text) === meaning("TXT", notation) ? text : notation;
}

/** A content of words whose last one is a domain name. */
function withTarget(content: string, fields: readonly string[]): string {
  const all = words(content);
  const target = all.at(-1);
  if (target === undefined || all.length !== fields.length) {
    throw new Unacceptable(`\`${content}\` is not ${fields.join(", then ")}`);
  }
  const name = DomainName.parse(target);
  if (!target.includes(".")) {
    // `mail` in the zone example.org: who wrote that most likely meant mail.example.org, and would get mail alone.
    throw new Unacceptable(
      `\`${target}\` is not a full name; write it out, or \`${name}\` if you mean a top-level domain`,
    );
  }
  // Unlike owner names, names in contents keep their case on the server.
  return [...all.slice(0, -1), target.endsWith(".") ? target : `${target}.`].join(" ");
}
