/** Waiting for something that takes its time. */
import { type Backoff } from "./backoff.js";
/** The result of an attempt: not yet, and the present status. Made by {@link pending}. */
export declare class Pending {
    readonly status: string;
    constructor(status: string);
}
/** Not yet: the present status, for the resource's status line and for the error when the time is over. */
export declare function pending(status: string): Pending;
/** Looks until something is found, the attempts are used up, or the host ends the wait. */
export declare function waitFor<T>(backoff: Backoff & {
    readonly every: number;
}, look: (attempt: number) => T | Pending): T;
