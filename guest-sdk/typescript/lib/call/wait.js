/** Waiting for something that takes its time. */
import { ask } from "../host/current.js";
import { text } from "../host/numbers.js";
import { waitBackoff } from "./backoff.js";
/** The result of an attempt that must be repeated, with the present status. Made by {@link pending}. */
export class Pending {
    status;
    constructor(status) {
        this.status = status;
    }
}
/** Repeats the attempt later. The present status is for the resource's status line and for the time-out error. */
export function pending(status) {
    return new Pending(status);
}
/** Repeats attempts until one succeeds, none is left, or the host ends the wait. */
export function waitFor(backoff, look) {
    const wire = waitBackoff(backoff);
    for (let attempt = 1;; attempt += 1) {
        const found = look(attempt);
        if (!(found instanceof Pending))
            return found;
        ask("waiting", (host) => host.waiting.pause(wire, attempt, text(found.status)));
    }
}
