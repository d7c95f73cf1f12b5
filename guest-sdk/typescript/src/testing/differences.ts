/** Compares inputs as a host does, except for the rules of properties. */

import type { Difference } from "../call/diff.js";
import type { Resource } from "../definition/resource.js";
import { isObject, type Json, type JsonObject } from "../value/json.js";
import { own } from "../value/own.js";
import { indexPath, keyPath } from "../value/path.js";
import * as wire from "../value/wire.js";

/** The differences of inputs, at the paths of the innermost values. */
export function differencesOf({ inputs: properties }: Resource, old: JsonObject, inputs: JsonObject): Difference[] {
  const names = [...new Set([...Object.keys(old), ...Object.keys(inputs)])];
  return names.flatMap((name) => {
    const replaces = own(properties, name)?.facts.replace ?? false;
    return compared(own(old, name), own(inputs, name), keyPath("", name)).map(([path, change]) => ({ path, change, replaces }));
  });
}

function compared(old: Json | undefined, now: Json | undefined, path: string): (readonly [string, Difference["change"]])[] {
  if (old === undefined && now === undefined) return [];
  if (old === undefined) return [[path, "added"]];
  if (now === undefined) return [[path, "removed"]];
  const [before, after] = [wire.open(old), wire.open(now)];
  // An unknown value is equal to no other value.
  if (before === undefined || after === undefined) return [[path, "changed"]];
  if (Array.isArray(before) && Array.isArray(after)) {
    return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => compared(before[index], after[index], indexPath(path, index))).flat();
  }
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => compared(own(before, name), own(after, name), keyPath(path, name)));
  }
  return before === after ? [] : [[path, "changed"]];
}
