/** The pauses between attempts. */
export {};
