/** Waiting for something that takes its time. */

import { ask } from "../host/current.js";
import { NO_EXTRA, type WireBackoff } from "../host/interface.js";
import { milliseconds, text, u32 } from "../host/numbers.js";
import type { Backoff } from "./backoff.js";

/** The result of an attempt: not yet, and the present status. Made by {@link pending}. */
export class Pending {
  readonly status: string;

  constructor(status: string) {
    this.status = status;
  }
}

/** Not yet: the present status, for the resource's status line and for the error when the time is over. */
export function pending(status: string): Pending {
  return new Pending(status);
}

const LONGEST = 0xffff_ffff;

/** Looks until something is found, the attempts are used up, or the host ends the wait. */
export function waitFor<T>(backoff: Backoff & { readonly every: number }, look: (attempt: number) => T | Pending): T {
  const { every, factor = 1, maxDelay, timeout, attempts = 0 } = backoff;
  const wire: WireBackoff = {
    attempts: u32(attempts),
    firstDelayMs: milliseconds(every),
    factor,
    // Without growth, all pauses are equal.
    maxDelayMs: maxDelay === undefined ? (factor > 1 ? LONGEST : milliseconds(every)) : milliseconds(maxDelay),
    timeoutMs: timeout === undefined ? 0 : milliseconds(timeout),
    extra: NO_EXTRA,
  };
  for (let attempt = 1; ; attempt += 1) {
    const found = look(attempt);
    if (!(found instanceof Pending)) return found;
    ask("waiting", (host) => host.waiting.pause(wire, attempt, text(found.status)));
  }
}
