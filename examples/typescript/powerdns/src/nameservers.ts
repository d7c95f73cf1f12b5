/** The NS records of a zone itself, which are part of the zone where its program says what they are. */

import type { Api } from "./api.js";
import { sameRecords } from "./content.js";
import type { DomainName } from "./name.js";

/** The cache time of NS records in a zone without earlier ones: the server's value for new ones. */
const TIME_TO_LIVE = 3600;

const NS = "NS";

/**
 * The servers' names as the zone has them. Their order means nothing, so where they are the recorded ones, they come
 * as recorded.
 */
export function readNameservers(api: Api, zone: DomainName, recorded: readonly string[]): string[] {
  const records = api.recordSet(zone, zone, NS)?.records ?? [];
  const names = records.filter(({ disabled = false }) => !disabled).map(({ content }) => content.toLowerCase());
  return sameRecords(NS, names, recorded) ? [...recorded] : names;
}

/** Makes these the servers' names. How long the records may be cached stays as it is, and so do their comments. */
export function writeNameservers(api: Api, zone: DomainName, names: readonly string[]): void {
  // Writing them again would raise the serial number, and make other servers copy the zone for nothing.
  if (sameRecords(NS, readNameservers(api, zone, names), names)) return;
  const name = zone.toString();
  if (names.length === 0) {
    api.changeRecords(zone, { changetype: "DELETE", name, type: NS });
    return;
  }
  const ttl = api.recordSet(zone, zone, NS)?.ttl ?? TIME_TO_LIVE;
  const records = names.map((content) => ({ content, disabled: false }));
  api.changeRecords(zone, { changetype: "REPLACE", name, type: NS, ttl, records });
}
