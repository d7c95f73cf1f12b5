/** Transforms: functions that change the inputs and options of children. */
import { type ChildOptions } from "./options.js";
import { type Session } from "./session.js";
type Mutable<T> = {
    -readonly [K in keyof T]: T[K];
};
/** The options that a transform can change. */
export type ChangeableOptions = Mutable<Omit<ChildOptions, "name" | "parent" | "transforms" | "hooks">>;
/**
 * A child before the engine creates it. A transform can change `inputs` and `options`.
 *
 * A plain input is the value itself. An input that is secret, unknown or from another resource is an {@link Output},
 * which can be moved, but not read.
 */
export interface ChildRegistration {
    /** The type token. */
    readonly token: string;
    /** The name in full. */
    readonly name: string;
    /** Whether a provider makes it; a group or a component otherwise. */
    readonly isCustom: boolean;
    /** The URN of the parent. */
    readonly parent: string;
    /** The inputs, by the names that their package has for them. */
    inputs: Record<string, any>;
    /** The options that are set. Resources in them are outputs. */
    options: ChangeableOptions;
}
/** A function that changes a child. */
export type Transform = (child: ChildRegistration) => void;
/** Keeps a function, and gives its number for the host. `place` is its place in the author's source. */
export declare function kept(session: Session, transform: Transform, place: string): number;
export {};
