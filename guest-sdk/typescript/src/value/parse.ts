/** Parses maps from JSON texts. */

import type { JsonObject } from "./json.js";

/** The map inside a request. */
export function parse(map: string): JsonObject {
  return JSON.parse(map) as JsonObject;
}

/** A map of a request that may be missing. */
export function parseOptional(map: string | undefined | null): JsonObject | undefined {
  return map === undefined || map === null ? undefined : parse(map);
}
