/** The results of hooks. */
export {};
