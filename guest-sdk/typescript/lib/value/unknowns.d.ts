/** Refuses unknown values in JSON that an author writes, because `JSON.stringify` silently omits symbols. */
/** The engine's own function, for values that are known. */
export declare const stringify: {
    (value: any, replacer?: (this: any, key: string, value: any) => any, space?: string | number): string;
    (value: any, replacer?: (number | string)[] | null, space?: string | number): string;
};
/** Records that a hook of the running call gets an unknown value. */
export declare function noteUnknown(): void;
/** `JSON.stringify`, which refuses an unknown value with its path. */
export declare const stringifyKnown: typeof JSON.stringify;
