/** Transforms: functions that change the inputs and options of children. */
import { type ChildOptions } from "./options.js";
import { type Session } from "./session.js";
type Mutable<T> = {
    -readonly [K in keyof T]: T[K];
};
/** The options that a transform can change. */
export type ChangeableOptions = Mutable<Omit<ChildOptions, "name" | "parent" | "transforms" | "hooks">>;
/**
 * A child before the engine makes it. A transform changes `inputs` and `options`; the rest stays as it is.
 *
 * A plain value of an input is the value itself. One that is secret, that is not known yet or that comes from another resource is an
 * {@link Output}: it can be moved, and not be read.
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
