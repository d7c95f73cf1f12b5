/** Loaded first if a provider, or a library of it, uses one of the globals. */
export {};
