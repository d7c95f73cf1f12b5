/** The static types of declarations. */
export {};
