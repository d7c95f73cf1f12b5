/** Values beyond JSON: unknown values and secrets. */
/**
 * A value that is unknown until the deployment, in checks and previews. `inputs.name === UNKNOWN` and
 * `typeof inputs.name === "string"` tell the type checker as much as they tell you.
 */
export declare const UNKNOWN: unique symbol;
/** The type of {@link UNKNOWN}. */
export type Unknown = typeof UNKNOWN;
/**
 * A value that Pulumi keeps secret. Make one with {@link secret}.
 *
 * It prints as `[secret]`, and refuses to be written as JSON: use `value` for the value itself.
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
