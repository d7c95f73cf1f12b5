/** Loaded first if a provider, or a library of it, uses the global, or `async` functions. */
export {};
