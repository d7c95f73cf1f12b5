/** The data of a call, and its functions. */
import type { Configuration, Configured } from "../definition/configured.js";
import { type PropertyFailure } from "../errors.js";
import { type CallContext, type Severity } from "../host/interface.js";
import type { Backoff } from "./backoff.js";
import type { CheckContext, CreateContext, DeleteContext, FunctionContext, ListContext, PreviewContext, ReadContext, UpdateContext } from "./contexts.js";
import { Shared } from "./shared.js";
import { type View, type ViewStep } from "./views.js";
import { type Pending } from "./wait.js";
/** The data of a call for its context, beside its resource. */
export interface Extras {
    readonly configured?: Configured | undefined;
    readonly oldViews?: readonly View[];
    /** Writes outputs, with the inputs that are not among them, and passes them to the host. */
    readonly saveOutputs?: (outputs: object, save: (text: string) => void) => void;
}
/** Shows a message of the running call. */
export declare function log(severity: Severity, message: unknown, ephemeral?: boolean): void;
/** This many random bytes. */
export declare function randomBytes(count: number): Uint8Array;
/** The result of `configure`. Fails without a configuration. */
export declare function clientOf<C>(configured: Configured | undefined): C;
/** The settings. Fails without a configuration. */
export declare function settingsOf<T>(configured: Configured | undefined): T;
/** The context of every hook: the interfaces in `contexts.ts` say which part of it a hook sees. */
export declare class HookContext implements PreviewContext, CreateContext, UpdateContext, ReadContext, DeleteContext, ListContext, FunctionContext {
    #private;
    readonly urn: string;
    readonly token: string;
    readonly name: string;
    readonly project: string | undefined;
    readonly stack: string | undefined;
    readonly preview: boolean;
    constructor(call: CallContext, extras: Extras);
    get timeLeft(): number;
    config<T>(_config: Configuration<T, unknown>): T;
    client<C>(_config: Configuration<unknown, C>): C;
    get oldViews(): readonly View[];
    debug(message: unknown): void;
    info(message: unknown): void;
    warn(message: unknown): void;
    error(message: unknown): void;
    status(message: unknown): void;
    sleep(milliseconds: number): void;
    wait<T>(backoff: Backoff & {
        readonly every: number;
    }, look: (attempt: number) => T | Pending): T;
    get shared(): Shared;
    env(name: string): string | undefined;
    random(count: number): Uint8Array;
    checkpoint(id: string, outputs: object): void;
    views(steps: readonly ViewStep[]): boolean;
    refreshBeforeUpdate(): void;
    /** Whether the refresh was requested. */
    wantsRefresh(): boolean;
}
/** The context of a check, which collects failures. */
export declare class FailuresContext extends HookContext implements CheckContext {
    readonly failures: PropertyFailure[];
    fail(path: string, reason: string): void;
}
