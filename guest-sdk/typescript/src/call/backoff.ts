/** The pauses between attempts, and their form in the interface. */

import { NO_EXTRA, type WireBackoff } from "../host/interface.js";
import { MAX_U32, milliseconds, u32 } from "../host/numbers.js";

/**
 * The number of attempts, and the pauses between them. Times are milliseconds. Requests and waits have different
 * defaults.
 */
export interface Backoff {
  /** The pause after the first attempt. Without a `factor` all pauses are equal. By default, a request begins with 500, and doubles the pauses. */
  readonly every?: number;
  /** The ratio of each pause to the pause before it: 1 or more. */
  readonly factor?: number;
  /** The longest pause. A request has 30000 by default; a wait has no limit by default. */
  readonly maxDelay?: number;
  /** The maximum number of attempts, including the first. A request has 1 to 20, and 20 by default; a wait has no limit by default. */
  readonly attempts?: number;
  /** The time for all attempts together. By default, the time of the call. */
  readonly timeout?: number;
}

/** The pauses of a request, in milliseconds, and the maximum number of attempts. */
const [REQUEST_PAUSE, REQUEST_MAX_PAUSE, REQUEST_ATTEMPTS] = [500, 30_000, 20];

/** The attempts of a request. A first pause that is longer than the usual longest pause raises it. */
export function requestBackoff({ every, factor = every === undefined ? 2 : 1, maxDelay, attempts = REQUEST_ATTEMPTS, timeout }: Backoff): WireBackoff {
  const first = every ?? REQUEST_PAUSE;
  return wireOf({ attempts, every: first, factor, maxDelay: maxDelay ?? Math.max(REQUEST_MAX_PAUSE, first), timeout });
}

/** The attempts of a wait. By default their number has no limit. */
export function waitBackoff({ every, factor = 1, maxDelay, attempts = 0, timeout }: Backoff & { readonly every: number }): WireBackoff {
  // Without growth, all pauses are equal.
  return wireOf({ attempts, every, factor, maxDelay: maxDelay ?? (factor > 1 ? MAX_U32 : every), timeout });
}

function wireOf({ attempts, every, factor, maxDelay, timeout }: Required<Omit<Backoff, "timeout">> & { readonly timeout: number | undefined }): WireBackoff {
  return {
    attempts: u32(attempts),
    firstDelayMs: milliseconds(every),
    factor,
    maxDelayMs: milliseconds(maxDelay),
    timeoutMs: timeout === undefined ? 0 : milliseconds(timeout),
    extra: NO_EXTRA,
  };
}
