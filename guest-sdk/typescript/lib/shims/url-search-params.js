/** Loaded first if a provider, or a library of it, uses the global. */
// @ts-expect-error The library has no types.
import URLSearchParams from "core-js-pure/actual/url-search-params/index.js";
Object.assign(globalThis, { URLSearchParams: URLSearchParams });
