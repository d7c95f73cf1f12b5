/** Loaded first where a provider, or a library of it, uses the global. */
export {};
