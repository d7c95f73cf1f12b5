/** Aborts requests before they are sent, because a sent request is answered at once. */
import { Event, EventTarget } from "./events.js";
/** `AbortSignal` in a component. */
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
/** `AbortController` in a component. */
export declare class AbortController {
    readonly signal: AbortSignal;
    abort(reason?: unknown): void;
}
