/** Aborts requests before they are sent, because a sent request is answered at once. */
import { Event, EventTarget } from "./events.js";
import { startTimer } from "./loop.js";
function exception(name, message) {
    const error = new Error(message);
    error.name = name;
    return error;
}
/** `AbortSignal` in a component. */
export class AbortSignal extends EventTarget {
    aborted = false;
    reason = undefined;
    onabort = null;
    /** The timeout of a request with this signal, in milliseconds. */
    _within;
    static abort(reason = exception("AbortError", "it was aborted")) {
        const signal = new AbortSignal();
        signal._abort(reason);
        return signal;
    }
    static timeout(milliseconds) {
        const signal = new AbortSignal();
        signal._within = Math.max(1, milliseconds);
        startTimer(() => signal._abort(exception("TimeoutError", `it took longer than ${milliseconds} ms`)), milliseconds, false);
        return signal;
    }
    static any(signals) {
        const joined = new AbortSignal();
        for (const signal of signals) {
            if (signal.aborted)
                joined._abort(signal.reason);
            signal.addEventListener("abort", () => joined._abort(signal.reason));
            if (signal._within !== undefined)
                joined._within = Math.min(joined._within ?? signal._within, signal._within);
        }
        return joined;
    }
    throwIfAborted() {
        if (this.aborted)
            throw this.reason;
    }
    _abort(reason) {
        if (this.aborted)
            return;
        this.aborted = true;
        this.reason = reason;
        const event = new Event("abort");
        this.dispatchEvent(event);
        this.onabort?.(event);
    }
}
/** `AbortController` in a component. */
export class AbortController {
    signal = new AbortSignal();
    abort(reason = exception("AbortError", "it was aborted")) {
        this.signal._abort(reason);
    }
}
