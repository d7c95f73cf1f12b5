/**
 * Promises whose jobs {@link settle} runs. The engine never runs jobs of native promises inside a call, so that the build lets `async`
 * functions use these promises as well.
 */
type Resolve = (value?: unknown) => void;
type Executor = (resolve: Resolve, reject: Resolve) => void;
type Handler = ((value: unknown) => unknown) | null | undefined;
interface Capability {
    readonly promise: LocalPromise;
    readonly resolve: Resolve;
    readonly reject: Resolve;
}
/** `Promise` in a component. */
export declare class LocalPromise {
    #private;
    static get [Symbol.species](): unknown;
    get [Symbol.toStringTag](): string;
    constructor(executor: Executor);
    then(fulfilled?: Handler, rejected?: Handler): LocalPromise;
    catch(rejected?: Handler): LocalPromise;
    finally(last?: (() => unknown) | null): LocalPromise;
    static resolve(this: unknown, value?: unknown): LocalPromise;
    static reject(this: unknown, error?: unknown): LocalPromise;
    static withResolvers(): Capability;
    static try(call: (...values: unknown[]) => unknown, ...values: unknown[]): LocalPromise;
    static all(values: Iterable<unknown>): LocalPromise;
    static allSettled(values: Iterable<unknown>): LocalPromise;
    static any(values: Iterable<unknown>): LocalPromise;
    static race(values: Iterable<unknown>): LocalPromise;
}
export {};
