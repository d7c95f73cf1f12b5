/** Loaded first if a provider, or a library of it, uses the global. */
export {};
