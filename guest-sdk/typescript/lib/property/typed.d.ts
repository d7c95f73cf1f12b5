/** Properties as the type checker sees them. */
import type { JsonObject } from "../value/json.js";
import type { Comparison } from "./property.js";
/** Whether a property is required. Programs may omit a `given` property, which still has a value. */
export type Presence = "required" | "given" | "optional";
/** Keeps the type of a property's values, which exists for the type checker alone. */
declare const valueBrand: unique symbol;
/** The methods of every property. `T` is the type of its values, `P` whether it is required. */
export interface Property<out T, out P extends Presence = Presence> {
    readonly [valueBrand]: readonly [T, P];
    /** Always a secret. */
    secret(): this;
    /** A change replaces the resource. */
    replace(): this;
    /** Like `replace`, but only in the documentation of SDKs. */
    willReplace(): this;
    /** An output that keeps its value until the resource is replaced. */
    stable(): this;
    /**
     * A program that looks a resource up by its id may also set it; `read` gets it in `old`, or in `inputs`. Only for a
     * resource with a `read`.
     */
    stateInput(): this;
    /**
     * For an output: the inputs that determine it. It is secret if one of them is, unknown in previews if one of them
     * is unknown, and an update that changes none of them keeps it.
     */
    dependsOn(...inputs: [string, ...string[]]): this;
    /** Not recorded among the outputs. */
    inputOnly(): this;
    /** Not recorded among the outputs, always a secret, and kept through refreshes: a password that is sent once. */
    writeOnly(): this;
    /**
     * For an input of a component: a value that the program must know, such as the number of children. `construct` gets
     * the value instead of an `Output`. Call it last.
     */
    plain(): PlainInput<T, P>;
    /** A warning for programs that still set it. The tag `@deprecated` of a doc comment does the same. */
    deprecated(message: string): this;
    /** Information for generators of SDKs. */
    language(options: JsonObject): this;
    /** The description. It replaces the doc comment. */
    description(description: string): this;
    /** When two values count as equal. */
    compare(...ways: Comparison[]): this;
}
/** Distinguishes inputs of a component that are never outputs. */
declare const plainBrand: unique symbol;
/** An input of a component that its program must know. Made by `plain()`. */
export interface PlainInput<out T, out P extends Presence> extends Property<T, P> {
    readonly [plainBrand]: true;
}
/** Any property. */
export type AnyProperty = Property<unknown>;
export {};
