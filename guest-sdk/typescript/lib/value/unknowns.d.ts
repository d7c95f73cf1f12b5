/** Unknown values in what an author writes as JSON. `JSON.stringify` leaves symbols out without a word. */
/** The engine's own function, for values that are known. */
export declare const stringify: {
    (value: any, replacer?: (this: any, key: string, value: any) => any, space?: string | number): string;
    (value: any, replacer?: (number | string)[] | null, space?: string | number): string;
};
/** Notes that a hook of the running call gets an unknown value. */
export declare function noteUnknown(): void;
/** `JSON.stringify`, which refuses an unknown value with its path. */
export declare const stringifyKnown: typeof JSON.stringify;
