/** The static types that follow from properties. */
export {};
