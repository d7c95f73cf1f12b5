/** Events that libraries dispatch themselves. */

type Listener = ((event: Event) => unknown) | { handleEvent(event: Event): unknown };

/** `Event` in a component. */
export class Event {
  readonly type: string;
  target: unknown = null;

  constructor(type: string) {
    this.type = String(type);
  }
}

/** `EventTarget` in a component. */
export class EventTarget {
  readonly #listeners = new Map<string, Set<Listener>>();

  addEventListener(type: string, listener: Listener | null): void {
    if (listener === null) return;
    const known = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, known.add(listener));
  }

  removeEventListener(type: string, listener: Listener | null): void {
    if (listener !== null) this.#listeners.get(type)?.delete(listener);
  }

  dispatchEvent(event: Event): boolean {
    event.target = this;
    for (const listener of [...(this.#listeners.get(event.type) ?? [])]) {
      if (typeof listener === "function") listener.call(this, event);
      else listener.handleEvent(event);
    }
    return true;
  }
}
