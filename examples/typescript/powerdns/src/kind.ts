/** The kinds of zones. */

import { enumOf, type TypeOf } from "pulumi-wasm-provider";

/** Where the records of a zone come from. */
export const ZoneKind = enumOf("ZoneKind", {
  /** From this server's database. Other servers with the same zone, if any, share the database. */
  Native: "Native",
  /** From this server's database. The other servers of the zone are notified of each change, and copy it. */
  Master: "Master",
  /** Copied from the servers in `masters`. */
  Slave: "Slave",
  /** A catalog: the list of zones that other servers shall have. Needs PowerDNS 4.7. */
  Producer: "Producer",
  /** A catalog that is copied from the servers in `masters`, with all zones listed in it. Needs PowerDNS 4.7. */
  Consumer: "Consumer",
});
export type ZoneKind = TypeOf<typeof ZoneKind>;

/** Whether the zone's records, down to its NS records, are another server's business. */
export function isCopied(kind: ZoneKind): boolean {
  return kind === "Slave" || kind === "Consumer";
}
