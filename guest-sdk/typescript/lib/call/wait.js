/** Waiting for something that takes its time. */
import { ask } from "../host/current.js";
import { NO_EXTRA } from "../host/interface.js";
import { milliseconds, text } from "../host/numbers.js";
/** The result of a look: not yet, and the present status. Made by {@link pending}. */
export class Pending {
    status;
    constructor(status) {
        this.status = status;
    }
}
/** Not yet: the present status, for the resource's status line and for the error when the time is over. */
export function pending(status) {
    return new Pending(status);
}
const LONGEST = 0xffff_ffff;
/** Looks until something is found, or the host ends the wait. */
export function waitFor(wait, look) {
    const { every, factor = 1, maxDelay, timeout } = wait;
    const schedule = {
        firstMs: milliseconds(every),
        factor,
        // Without growth, all pauses are equal.
        longestMs: maxDelay === undefined ? (factor > 1 ? LONGEST : milliseconds(every)) : milliseconds(maxDelay),
        timeoutMs: timeout === undefined ? 0 : milliseconds(timeout),
        extra: NO_EXTRA,
    };
    for (let number = 1;; number += 1) {
        const found = look(number);
        if (!(found instanceof Pending))
            return found;
        ask("waiting", (host) => host.waiting.pause(schedule, number, text(found.status)));
    }
}
