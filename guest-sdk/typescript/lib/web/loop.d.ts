/** The event loop of a component: jobs, and timers, which wait in the host. Requests are answered at once. */
/** Runs the job after the current code. */
export declare function enqueue(job: () => void): void;
/** Runs a function after some milliseconds, while the component waits for a promise. Returns the number that {@link stopTimer} takes. */
export declare function startTimer(run: () => void, milliseconds: number, repeats: boolean): number;
/** Forgets a timer. */
export declare function stopTimer(id: unknown): void;
/**
 * Waits until a promise is settled, and returns its value or throws its error: `settle(client.zones.list())`. This is how a hook, which is
 * synchronous, uses libraries that are not.
 *
 * Throws a `ProviderError` if nothing is left that could settle the promise.
 */
export declare function settle<T>(promise: PromiseLike<T> | T): T;
