/** Waiting for something that takes its time. */
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
export declare class Pending {
    readonly status: string;
    constructor(status: string);
}
/** Not yet: the present status, for the resource's status line and for the error when the time is over. */
export declare function pending(status: string): Pending;
/** Looks until something is found, or the host ends the wait. */
export declare function waitFor<T>(wait: Wait, look: (number: number) => T | Pending): T;
