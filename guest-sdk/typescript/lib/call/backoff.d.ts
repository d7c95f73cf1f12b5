/** The pauses between attempts, and their form in the interface. */
import { type WireBackoff } from "../host/interface.js";
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
/** The attempts of a request. A first pause that is longer than the usual longest pause raises it. */
export declare function requestBackoff({ every, factor, maxDelay, attempts, timeout }: Backoff): WireBackoff;
/** The attempts of a wait. By default their number has no limit. */
export declare function waitBackoff({ every, factor, maxDelay, attempts, timeout }: Backoff & {
    readonly every: number;
}): WireBackoff;
