/** Aborting: of requests that are not made yet, because those that are made are answered at once. */
type Listener = ((event: {
    readonly type: string;
    readonly target: unknown;
}) => unknown) | {
    handleEvent(event: unknown): unknown;
};
/** What `AbortSignal` is in a component. */
export declare class AbortSignal {
    #private;
    aborted: boolean;
    reason: unknown;
    onabort: Listener | null;
    /** The milliseconds after which a request with this signal ends. */
    _within: number | undefined;
    static abort(reason?: unknown): AbortSignal;
    static timeout(milliseconds: number): AbortSignal;
    static any(signals: Iterable<AbortSignal>): AbortSignal;
    addEventListener(type: string, listener: Listener | null): void;
    removeEventListener(_type: string, listener: Listener | null): void;
    dispatchEvent(): boolean;
    throwIfAborted(): void;
    _abort(reason: unknown): void;
}
/** What `AbortController` is in a component. */
export declare class AbortController {
    readonly signal: AbortSignal;
    abort(reason?: unknown): void;
}
export {};
