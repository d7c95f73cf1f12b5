/** The host's functions and the records that cross the interface, as `wit/0.1.0` has them. */
/** The value of `extra` as long as there is nothing to say in it. */
export const NO_EXTRA = "{}";
