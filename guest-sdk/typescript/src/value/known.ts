/** Shows whether a value is known. */

import type { Known } from "../property/infer.js";
import { Archive, Asset } from "./asset.js";
import { ResourceReference } from "./reference.js";
import { Secret, UNKNOWN } from "./special.js";

/** Whether a value of a draft, with all its parts, is known. An absent value is known to be absent. */
export function isKnown<V>(value: V): value is Known<V> & V {
  return known(value);
}

function known(value: unknown): boolean {
  if (value === UNKNOWN) return false;
  if (typeof value !== "object" || value === null) return true;
  if (value instanceof Secret) return known(value.value);
  if (value instanceof Asset || value instanceof Archive || value instanceof ResourceReference) return true;
  return Object.values(value).every(known);
}
