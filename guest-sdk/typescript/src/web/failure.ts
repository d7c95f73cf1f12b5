/** The host's failures inside the exceptions that libraries make of them. */

import { ProviderError } from "../errors.js";

/** What `fetch` fails with: an error as libraries expect it, with the reason of the host. */
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
  /** Remembers the failure behind an error that a promise was rejected with. Errors that the author makes of it have none. */
  note(error: unknown): void {
    const failure = find(error);
    if (failure !== undefined && typeof error === "object" && error !== null) noted.set(error, failure);
  },
  /** The failure behind an error, if it was remembered. */
  of(error: unknown): ProviderError | undefined {
    return typeof error === "object" && error !== null ? noted.get(error) : undefined;
  },
};
