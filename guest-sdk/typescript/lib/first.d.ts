/** Loaded before the author's modules, so that modules and hooks find the same globals. */
export {};
