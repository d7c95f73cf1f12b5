/** The pauses between attempts, and their form in the interface. */
import { NO_EXTRA } from "../host/interface.js";
import { MAX_U32, milliseconds, u32 } from "../host/numbers.js";
/** The pauses of a request, in milliseconds, and the maximum number of attempts. */
const [REQUEST_PAUSE, REQUEST_MAX_PAUSE, REQUEST_ATTEMPTS] = [500, 30_000, 20];
/** The attempts of a request. A first pause that is longer than the usual longest pause raises it. */
export function requestBackoff({ every, factor = every === undefined ? 2 : 1, maxDelay, attempts = REQUEST_ATTEMPTS, timeout }) {
    const first = every ?? REQUEST_PAUSE;
    return wireOf({ attempts, every: first, factor, maxDelay: maxDelay ?? Math.max(REQUEST_MAX_PAUSE, first), timeout });
}
/** The attempts of a wait. By default their number has no limit. */
export function waitBackoff({ every, factor = 1, maxDelay, attempts = 0, timeout }) {
    // Without growth, all pauses are equal.
    return wireOf({ attempts, every, factor, maxDelay: maxDelay ?? (factor > 1 ? MAX_U32 : every), timeout });
}
function wireOf({ attempts, every, factor, maxDelay, timeout }) {
    return {
        attempts: u32(attempts),
        firstDelayMs: milliseconds(every),
        factor,
        maxDelayMs: milliseconds(maxDelay),
        timeoutMs: timeout === undefined ? 0 : milliseconds(timeout),
        extra: NO_EXTRA,
    };
}
