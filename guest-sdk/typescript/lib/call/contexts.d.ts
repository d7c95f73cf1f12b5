/** The contexts of hooks. Each has only the functions that its hook may call, so that the type checker refuses others. */
import type { Configuration } from "../definition/configured.js";
import type { Infer, NotAPromise, Returned, Shape } from "../property/infer.js";
import type { Backoff } from "./backoff.js";
import type { Shared } from "./shared.js";
import type { View, ViewStep } from "./views.js";
import type { Pending } from "./wait.js";
/** The running call. Helper functions for several hooks take this context, because every hook has all of its functions. */
export interface Context {
    /** The resource's URN; empty in calls that concern no resource. */
    readonly urn: string;
    /** The type token of the resource, or the token of the function. */
    readonly token: string;
    /** The resource's name in the program; empty if the call has no resource. */
    readonly name: string;
    /** The project that is deployed; `undefined` if the engine did not say. */
    readonly project: string | undefined;
    /**
     * The stack that is deployed, by its name without the organization, which engines do not tell providers. `undefined`
     * if the engine did not say.
     */
    readonly stack: string | undefined;
    /** True in a preview, which must not change anything outside. */
    readonly preview: boolean;
    /** The milliseconds left until the host ends the call. */
    readonly timeLeft: number;
    /** Expensive values, such as login tokens, and rate limits that all instances of the component share in this process. */
    readonly shared: Shared;
    /** The settings of the provider's configuration. Throws a `ProviderError` in a check of the configuration itself. */
    config<T>(config: Configuration<T, unknown>): T;
    /** The value that `configure` of the configuration returned. Throws as {@link config} does. */
    client<C>(config: Configuration<unknown, C>): C;
    /** Shows a message if the user asks for debug output. */
    debug(message: unknown): void;
    /** Shows a message. */
    info(message: unknown): void;
    /** Shows a warning. */
    warn(message: unknown): void;
    /** Shows an error, and makes the deployment fail at its end. To fail this call, throw an error instead. */
    error(message: unknown): void;
    /** Shows progress on the resource's status line. It is not kept. */
    status(message: unknown): void;
    /** Waits this many milliseconds. Throws a `CancelledError` when the deployment is being ended. */
    sleep(milliseconds: number): void;
    /** The value of an environment variable; `undefined` when it is not set. Throws a `DeniedError` without a grant. */
    env(name: string): string | undefined;
    /** This many unpredictable bytes. In checks and previews they follow from the request, so that they are the same each time. */
    random(count: number): Uint8Array;
}
/** The context of a check. It collects failures. */
export interface CheckContext extends Context {
    /**
     * Reports an invalid property at `path`. Call it for each mistake, so that the user sees all mistakes at once; the
     * deployment stops after the check.
     */
    fail(path: string, reason: string): void;
}
/** The context of `diff`. */
export interface DiffContext extends Context {
}
/** The context of `configure`, without the configuration, which does not exist yet. */
export interface ConfigureContext extends Omit<Context, "config" | "client"> {
}
/** For hooks that may wait. */
interface Waiting {
    /**
     * Calls `look` until the result is ready. The host can cancel the pauses between calls. `look` gets the number of
     * the attempt, from 1, and returns the result or `pending("…")`.
     *
     * Throws a `TimedOutError` when the time is over, early enough to report the present status, or after the last attempt.
     */
    wait<T>(backoff: Backoff & {
        readonly every: number;
    }, look: (attempt: number) => T | Pending): T;
}
/** For hooks that may show parts of a resource. */
interface Showing {
    /** Shows parts of the resource as separate resources. Returns false if the engine does not show views; the resource works in the same way. */
    views(steps: readonly ViewStep[]): boolean;
}
/** For hooks of a resource that exists. */
interface Shown {
    /** The parts (views) as the last operation reported them. */
    readonly oldViews: readonly View[];
}
interface Refreshing {
    /** Asks the engine to refresh the resource before it next updates it. A result may say the same by `refreshBeforeUpdate`. */
    refreshBeforeUpdate(): void;
}
interface Saving<I extends Shape, O extends Shape> {
    /**
     * Records that the resource exists, in the middle of a long `create` or `update`: as soon as there is an id. When
     * the call fails later, however it fails, the engine keeps this state. The last one saved counts. Omitted inputs
     * are recorded as given; omitted outputs are not recorded. `resume` and `delete` get the recorded outputs.
     */
    checkpoint(id: string, outputs: Partial<Returned<Infer<O>>> & Partial<Returned<Infer<I>>> & NotAPromise): void;
}
/** The context of `previewCreate` and `previewUpdate`. */
export interface PreviewContext extends Context, Showing, Shown {
}
/** The context of `create`. */
export interface CreateContext<I extends Shape = Shape, O extends Shape = Shape> extends Context, Waiting, Showing, Refreshing, Saving<I, O> {
}
/** The context of `update` and `resume`. */
export interface UpdateContext<I extends Shape = Shape, O extends Shape = Shape> extends Context, Waiting, Showing, Shown, Refreshing, Saving<I, O> {
}
/** The context of `read`. */
export interface ReadContext extends Context, Waiting, Showing, Shown, Refreshing {
}
/** The context of `delete`. */
export interface DeleteContext extends Context, Waiting, Showing, Shown {
}
/** The context of `list`. */
export interface ListContext extends Context, Waiting {
}
/** The context of a function. */
export interface FunctionContext extends Context, Waiting {
}
export {};
