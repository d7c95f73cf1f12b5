/** Events that libraries dispatch themselves. */
type Listener = ((event: Event) => unknown) | {
    handleEvent(event: Event): unknown;
};
/** `Event` in a component. */
export declare class Event {
    readonly type: string;
    target: unknown;
    constructor(type: string);
}
/** `EventTarget` in a component. */
export declare class EventTarget {
    #private;
    addEventListener(type: string, listener: Listener | null): void;
    removeEventListener(type: string, listener: Listener | null): void;
    dispatchEvent(event: Event): boolean;
}
export {};
