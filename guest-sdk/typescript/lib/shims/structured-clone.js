/** Loaded first if a provider, or a library of it, uses the global. */
// @ts-expect-error The library has no types.
import structuredClone from "core-js-pure/actual/structured-clone.js";
Object.assign(globalThis, { structuredClone: structuredClone });
