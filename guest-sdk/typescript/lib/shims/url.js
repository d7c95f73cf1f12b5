/** Loaded first if a provider, or a library of it, uses the global. */
// @ts-expect-error The library has no types.
import URL from "core-js-pure/actual/url/index.js";
Object.assign(globalThis, { URL: URL });
