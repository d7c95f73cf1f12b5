/** Hooks: functions that run before or after a child is created or updated. */
import { type Session } from "./session.js";
/**
 * The facts that a hook gets about its child. Secrets are in plain text. Unknown values are null, for example after a
 * failed resource. Properties have the names of their package. Facts that do not exist at the moment are left out.
 */
export interface HookArguments {
    /** The moment. */
    readonly event: keyof Hooks;
    /** The type token. */
    readonly token: string;
    /** The name in full. */
    readonly name: string;
    readonly urn: string;
    /** The id; missing before a create. */
    readonly id?: string;
    /** The inputs of the operation. */
    readonly newInputs?: Readonly<Record<string, any>>;
    /** The inputs before an update. */
    readonly oldInputs?: Readonly<Record<string, any>>;
    /** The new outputs of the provider; missing before the operation. */
    readonly newOutputs?: Readonly<Record<string, any>>;
    /** The outputs before an update. */
    readonly oldOutputs?: Readonly<Record<string, any>>;
}
/**
 * A function that runs before or after a child is created or updated. It declares nothing, and its result is ignored.
 * An error before the operation prevents it; an error after it fails the deployment.
 */
export type Hook = (hook: HookArguments) => void;
/** The hooks of a child: for each moment a function, or several that run one after the other. They do not run in previews. */
export interface Hooks {
    /** Before the provider is asked to create the resource. */
    readonly beforeCreate?: Hook | readonly Hook[];
    /** After the provider created the resource. */
    readonly afterCreate?: Hook | readonly Hook[];
    /** Before the provider updates the resource. */
    readonly beforeUpdate?: Hook | readonly Hook[];
    /** After the provider updated the resource. */
    readonly afterUpdate?: Hook | readonly Hook[];
}
/** The moments at which hooks run. */
export declare const MOMENTS: readonly ["beforeCreate", "afterCreate", "beforeUpdate", "afterUpdate"];
/** The numbers of hooks, by their moments. */
export type HookNumbers = Readonly<Partial<Record<keyof Hooks, readonly number[]>>>;
/** Stores a function, and returns its number for the host. `place` is its place in the author's source. */
export declare function keptHook(session: Session, hook: Hook, place: string): number;
