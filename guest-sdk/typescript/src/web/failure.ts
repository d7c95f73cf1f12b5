/** The host's failures inside exceptions of libraries. */

import { ProviderError } from "../errors.js";

/** The error of `fetch`: the class that libraries expect, with the host's reason. */
export class FetchError extends TypeError {
  override readonly cause: ProviderError;

  constructor(failure: ProviderError) {
    super(failure.message);
    this.cause = failure;
  }
}

const noted = new WeakMap<object, ProviderError>();

/** The failure that a chain of causes ends with. */
function find(error: unknown): ProviderError | undefined {
  const seen = new Set<unknown>();
  for (let found = error; typeof found === "object" && found !== null && !seen.has(found); found = (found as { cause?: unknown }).cause) {
    if (found instanceof ProviderError) return found;
    seen.add(found);
  }
  return undefined;
}

export const failureBehind = {
  /** Records the host's failure behind the error of a rejected promise. The author's own errors do not have one. */
  note(error: unknown): void {
    const failure = find(error);
    if (failure !== undefined && typeof error === "object" && error !== null) noted.set(error, failure);
  },
  /** The recorded failure behind an error. */
  of(error: unknown): ProviderError | undefined {
    return typeof error === "object" && error !== null ? noted.get(error) : undefined;
  },
};
