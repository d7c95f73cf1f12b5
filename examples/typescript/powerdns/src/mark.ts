/**
 * The mark on a new zone, which shows until the end of its create that the zone belongs to this resource.
 *
 * A zone is made with a mark in its field `account`, the one field for free text that the server takes in the same
 * request; the account that the program gives is set right afterwards. If a create
 * was interrupted in between, and its answer was lost, the next one finds the mark.
 */

/** The mark of a resource: 23 characters, and every database has room for 40. */
export function markOf(urn: string): string {
  return `pulumi:${fingerprint(urn).toString(16).padStart(16, "0")}`;
}

/** FNV-1a of 64 bits: the same in every version of this provider, and a collision helps no attacker. */
export function fingerprint(text: string): bigint {
  const octets = new TextEncoder().encode(text);
  return octets.reduce((hash, octet) => BigInt.asUintN(64, (hash ^ BigInt(octet)) * 0x100_0000_01b3n), 0xcbf2_9ce4_8422_2325n);
}
