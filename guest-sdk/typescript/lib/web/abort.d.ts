/** Aborting: of requests that are not made yet, because those that are made are answered at once. */
import { Event, EventTarget } from "./events.js";
/** What `AbortSignal` is in a component. */
export declare class AbortSignal extends EventTarget {
    aborted: boolean;
    reason: unknown;
    onabort: ((event: Event) => unknown) | null;
    /** The timeout of a request with this signal, in milliseconds. */
    _within: number | undefined;
    static abort(reason?: unknown): AbortSignal;
    static timeout(milliseconds: number): AbortSignal;
    static any(signals: Iterable<AbortSignal>): AbortSignal;
    throwIfAborted(): void;
    _abort(reason: unknown): void;
}
/** What `AbortController` is in a component. */
export declare class AbortController {
    readonly signal: AbortSignal;
    abort(reason?: unknown): void;
}
