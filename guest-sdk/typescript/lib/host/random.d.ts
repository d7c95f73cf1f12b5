/** Randomness from the host. */
/** Fills an array with unguessable bytes; in `check`, with bytes that follow from the request. */
export declare function fill(bytes: Uint8Array): void;
/** A number from 0 up to 1, in steps of 2^-53. */
export declare function unit(): number;
