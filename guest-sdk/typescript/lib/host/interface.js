/** The host's functions and the records that cross the interface, as `wit/0.1.0` has them. */
/** The empty value of `extra`. */
export const NO_EXTRA = "{}";
