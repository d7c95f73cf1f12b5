/** Values that are more than JSON: unknown values and secrets. */

/** Keeps `Unknown` apart from every other type. */
declare const unknownBrand: unique symbol;

/** A value that only the deployment will know: in checks and previews, {@link UNKNOWN} stands in its place. */
export interface Unknown {
  readonly [unknownBrand]: true;
}

class UnknownValue {
  toString(): string {
    return "[unknown]";
  }

  toJSON(): never {
    throw new TypeError("a value that is not known yet cannot be written as JSON");
  }
}

/** The value that only the deployment will know. */
export const UNKNOWN: Unknown = Object.freeze(new UnknownValue()) as unknown as Unknown;

/**
 * A value that Pulumi keeps secret. Make one with {@link secret}.
 *
 * It prints as `[secret]`, and refuses to be written as JSON: use `value` if the value itself is meant.
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
