/** The static types of what a component declares. */
export {};
