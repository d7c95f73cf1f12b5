/** Waiting for something that takes its time. */
import { type Backoff } from "./backoff.js";
/** The result of an attempt that must be repeated, with the present status. Made by {@link pending}. */
export declare class Pending {
    readonly status: string;
    constructor(status: string);
}
/** Repeats the attempt later. The present status is for the resource's status line and for the time-out error. */
export declare function pending(status: string): Pending;
/** Repeats attempts until one succeeds, none is left, or the host ends the wait. */
export declare function waitFor<T>(backoff: Backoff & {
    readonly every: number;
}, look: (attempt: number) => T | Pending): T;
