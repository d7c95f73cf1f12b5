/** Values that are more than JSON: unknown values and secrets. */
/** Keeps `Unknown` apart from every other type. */
declare const unknownBrand: unique symbol;
/** A value that only the deployment will know: in checks and previews, {@link UNKNOWN} stands in its place. */
export interface Unknown {
    readonly [unknownBrand]: true;
}
/** The value that only the deployment will know. */
export declare const UNKNOWN: Unknown;
/**
 * A value that Pulumi keeps secret. Make one with {@link secret}.
 *
 * It prints as `[secret]`, and refuses to be written as JSON: use `value` if the value itself is meant.
 */
export declare class Secret<T> {
    /** The value itself. */
    readonly value: T;
    constructor(value: T);
    toString(): string;
    toJSON(): never;
}
/** Makes a value a secret, for outputs whose schema does not say so already. */
export declare function secret<T>(value: T | Secret<T>): Secret<T>;
export {};
