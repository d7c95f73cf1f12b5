/** Values beyond JSON: unknown values and secrets. */
/**
 * A value that is unknown until the deployment, in checks and previews. `inputs.name === UNKNOWN` and
 * `typeof inputs.name === "string"` tell the type checker as much as they tell you.
 */
export const UNKNOWN = Symbol("unknown");
/**
 * A value that Pulumi keeps secret. Make one with {@link secret}.
 *
 * It prints as `[secret]`, and refuses to be written as JSON: use `value` for the value itself.
 */
export class Secret {
    /** The value itself. */
    value;
    constructor(value) {
        this.value = value;
    }
    toString() {
        return "[secret]";
    }
    toJSON() {
        throw new TypeError("a secret cannot be written as JSON: write its `value`");
    }
}
/** Makes a value a secret, for outputs whose schema does not say so already. */
export function secret(value) {
    return value instanceof Secret ? value : new Secret(value);
}
