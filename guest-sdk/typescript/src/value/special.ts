/** Values beyond JSON: unknown values and secrets. */

/**
 * A value that is unknown until the deployment, in checks and previews. `inputs.name === UNKNOWN` and
 * `typeof inputs.name === "string"` tell the type checker as much as they tell you.
 */
export const UNKNOWN: unique symbol = Symbol("unknown");

/** The type of {@link UNKNOWN}. */
export type Unknown = typeof UNKNOWN;

/**
 * A value that Pulumi keeps secret. Make one with {@link secret}.
 *
 * It prints as `[secret]`, and refuses to be written as JSON: use `value` for the value itself.
 */
export class Secret<T> {
  /** The value itself. */
  readonly value: T;

  constructor(value: T) {
    this.value = value;
  }

  toString(): string {
    return "[secret]";
  }

  toJSON(): never {
    throw new TypeError("a secret cannot be written as JSON: write its `value`");
  }
}

/** Makes a value a secret, for outputs whose schema does not say so already. */
export function secret<T>(value: T | Secret<T>): Secret<T> {
  return value instanceof Secret ? value : new Secret(value);
}
