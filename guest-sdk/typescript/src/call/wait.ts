/** Waiting for something that takes its time. */

import { ask } from "../host/current.js";
import { NO_EXTRA, type WireSchedule } from "../host/interface.js";
import { milliseconds, text } from "../host/numbers.js";

/** How to wait between two looks at something. Times are milliseconds. */
export interface Wait {
  /** The pause between two looks, or the first of them. */
  readonly every: number;
  /** Each pause is so many times as long as the one before it: 1 or more. */
  readonly factor?: number;
  /** No pause is longer than this. */
  readonly maxDelay?: number;
  /** The wait as a whole is over after this time, though the call may have more. */
  readonly timeout?: number;
}

/** The result of a look: not yet, and the present status. Made by {@link pending}. */
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

/** Looks until something is found, or the host ends the wait. */
export function waitFor<T>(wait: Wait, look: (number: number) => T | Pending): T {
  const { every, factor = 1, maxDelay, timeout } = wait;
  const schedule: WireSchedule = {
    firstMs: milliseconds(every),
    factor,
    // Without growth, all pauses are equal.
    longestMs: maxDelay === undefined ? (factor > 1 ? LONGEST : milliseconds(every)) : milliseconds(maxDelay),
    timeoutMs: timeout === undefined ? 0 : milliseconds(timeout),
    extra: NO_EXTRA,
  };
  for (let number = 1; ; number += 1) {
    const found = look(number);
    if (!(found instanceof Pending)) return found;
    ask("waiting", (host) => host.waiting.pause(schedule, number, text(found.status)));
  }
}
