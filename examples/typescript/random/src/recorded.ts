/**
 * State from before it had a version: recorded by this provider's first versions, and by others of its name.
 *
 * Each function is a step from version 0 to version 1.
 */

import type { OldState } from "pulumi-wasm-provider";

/**
 * Makes texts of all keepers. Others recorded numbers and booleans too, nulls, and names that begin with `__`, which are
 * notes of the engine's neighbours.
 */
export function keepers(old: OldState): void {
  old.map("keepers", (found: unknown) => {
    if (typeof found !== "object" || found === null || Array.isArray(found)) return found;
    const kept = Object.entries(found).filter(([name, value]) => !name.startsWith("__") && value !== null);
    return Object.fromEntries(kept.map(([name, value]) => [name, written(value)]));
  });
}

/** Lets the two names of one input say the same: others recorded only the one that the program had given. */
export function text(old: OldState): void {
  keepers(old);
  old.convertInputs((inputs) =>
    inputs.number === false || inputs.numeric === false ? { ...inputs, number: false, numeric: false } : inputs,
  );
}

/** A password once had no hash. It is empty then. */
export function password(old: OldState): void {
  text(old);
  old.convertOutputs((outputs) => ({ bcryptHash: "", ...outputs }));
}

/** The value as a person would write it. */
function written(value: unknown): unknown {
  return typeof value === "boolean" || typeof value === "number" ? String(value) : value;
}
