/** Events that libraries dispatch themselves. */
/** `Event` in a component. */
export class Event {
    type;
    target = null;
    constructor(type) {
        this.type = String(type);
    }
}
/** `EventTarget` in a component. */
export class EventTarget {
    #listeners = new Map();
    addEventListener(type, listener) {
        if (listener === null)
            return;
        const known = this.#listeners.get(type) ?? new Set();
        this.#listeners.set(type, known.add(listener));
    }
    removeEventListener(type, listener) {
        if (listener !== null)
            this.#listeners.get(type)?.delete(listener);
    }
    dispatchEvent(event) {
        event.target = this;
        for (const listener of [...(this.#listeners.get(event.type) ?? [])]) {
            if (typeof listener === "function")
                listener.call(this, event);
            else
                listener.handleEvent(event);
        }
        return true;
    }
}
