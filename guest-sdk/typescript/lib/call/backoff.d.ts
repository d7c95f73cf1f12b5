/** The pauses between attempts, and their form in the interface. */
import { type WireBackoff } from "../host/interface.js";
/**
 * How often something is tried, and how long the pauses between attempts are. Times are milliseconds. Requests and waits have
 * different defaults.
 */
export interface Backoff {
    /** The pause after the first attempt. Without a `factor` all pauses are equal. A request that leaves it out begins with 500, and doubles it. */
    readonly every?: number;
    /** Each pause is so many times as long as the one before it: 1 or more. */
    readonly factor?: number;
    /** No pause is longer than this; of a request, 30000 by default. */
    readonly maxDelay?: number;
    /** How many attempts there are at most, the first included: of a request 1 to 20, and 20 by default; of a wait as many as there is time for. */
    readonly attempts?: number;
    /** All attempts together end after this time, though the call may have more. */
    readonly timeout?: number;
}
/** The attempts of a request. A first pause that is longer than the usual longest pause raises it. */
export declare function requestBackoff({ every, factor, maxDelay, attempts, timeout }: Backoff): WireBackoff;
/** The attempts of a wait, without a limit of their number unless there is one. */
export declare function waitBackoff({ every, factor, maxDelay, attempts, timeout }: Backoff & {
    readonly every: number;
}): WireBackoff;
