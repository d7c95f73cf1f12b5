/** Aborts requests before they are sent, because a sent request is answered at once. */

import { Event, EventTarget } from "./events.js";
import { startTimer } from "./loop.js";

function exception(name: string, message: string): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}

/** `AbortSignal` in a component. */
export class AbortSignal extends EventTarget {
  aborted = false;
  reason: unknown = undefined;
  onabort: ((event: Event) => unknown) | null = null;
  /** The timeout of a request with this signal, in milliseconds. */
  _within: number | undefined;

  static abort(reason: unknown = exception("AbortError", "it was aborted")): AbortSignal {
    const signal = new AbortSignal();
    signal._abort(reason);
    return signal;
  }

  static timeout(milliseconds: number): AbortSignal {
    const signal = new AbortSignal();
    signal._within = Math.max(1, milliseconds);
    startTimer(() => signal._abort(exception("TimeoutError", `it took longer than ${milliseconds} ms`)), milliseconds, false);
    return signal;
  }

  static any(signals: Iterable<AbortSignal>): AbortSignal {
    const joined = new AbortSignal();
    for (const signal of signals) {
      if (signal.aborted) joined._abort(signal.reason);
      signal.addEventListener("abort", () => joined._abort(signal.reason));
      if (signal._within !== undefined) joined._within = Math.min(joined._within ?? signal._within, signal._within);
    }
    return joined;
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  _abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    const event = new Event("abort");
    this.dispatchEvent(event);
    this.onabort?.(event);
  }
}

/** `AbortController` in a component. */
export class AbortController {
  readonly signal = new AbortSignal();

  abort(reason: unknown = exception("AbortError", "it was aborted")): void {
    this.signal._abort(reason);
  }
}
