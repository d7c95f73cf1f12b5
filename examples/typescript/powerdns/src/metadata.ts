/**
 * The metadata of a zone. The provider only manages the kinds that the program mentions, because the server keeps its own
 * notes in the same place.
 */

import type { Api } from "./api.js";
import type { DomainName } from "./name.js";

/** The values of each kind. */
export type Metadata = Record<string, readonly string[]>;

/** The server's metadata of the recorded kinds. */
export function readMetadata(api: Api, zone: DomainName, recorded: Metadata): Record<string, string[]> {
  const found = new Map(api.metadata(zone).map(({ kind, metadata }) => [kind, metadata]));
  const current: Record<string, string[]> = {};
  for (const [kind, values] of Object.entries(recorded)) {
    const there = found.get(kind) ?? (values.length === 0 ? values : undefined);
    if (there !== undefined) current[kind] = [...there];
  }
  return current;
}

/** Removes the kinds that the program no longer mentions, and sets the others. */
export function writeMetadata(api: Api, zone: DomainName, old: Metadata, wanted: Metadata): void {
  const isSuperfluous = (kind: string): boolean => kind in old && !(kind in wanted);
  if (Object.keys(old).some(isSuperfluous)) {
    // Some of them may never have got there: the server refused them, and refuses to take them away as well.
    for (const { kind } of api.metadata(zone)) if (isSuperfluous(kind)) api.setMetadata(zone, kind, []);
  }
  // In the order of their names, not in the program's.
  for (const kind of Object.keys(wanted).sort()) api.setMetadata(zone, kind, wanted[kind] ?? []);
}
