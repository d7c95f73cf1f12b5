/** Properties as the type checker sees them. */
import type { JsonObject } from "../value/json.js";
import type { Comparison } from "./property.js";
/** Whether a property has to be there: `given` ones may be left out by programs, and have a value all the same. */
export type Presence = "required" | "given" | "optional";
/** Keeps the type of a property's values, which exists for the type checker alone. */
declare const valueBrand: unique symbol;
/** The methods of every property. `T` is the type of its values, `P` whether it has to be there. */
export interface Property<out T, out P extends Presence = Presence> {
    readonly [valueBrand]: readonly [T, P];
    /** Always a secret. */
    secret(): this;
    /** A change needs a new resource. */
    replace(): this;
    /** Like `replace`, but only in the documentation of SDKs. */
    willReplace(): this;
    /** An output that keeps its value until the resource is replaced. */
    stable(): this;
    /**
     * A program that looks a resource up by its id may say it too; `read` gets it in `old`, or in `inputs`. Of a
     * resource with a `read`.
     */
    stateInput(): this;
    /**
     * Of an output: the inputs that it is made of. It is secret if one of them is, unknown in
     * previews if one of them is unknown, and an update that changes none of them keeps it.
     */
    dependsOn(...inputs: [string, ...string[]]): this;
    /** Not recorded among the outputs. */
    inputOnly(): this;
    /** Not recorded among the outputs, always a secret, and kept through refreshes: a password that is sent once. */
    writeOnly(): this;
    /**
     * Of an input of a component: a value that the program has to know itself, such as how many children there are. `construct`
     * gets the value, and not an `Output` of it. Say it last.
     */
    plain(): PlainInput<T, P>;
    /** A warning for programs that still set it. The tag `@deprecated` of a doc comment does the same. */
    deprecated(message: string): this;
    /** Information for generators of SDKs. */
    language(options: JsonObject): this;
    /** The description, in place of the doc comment. */
    description(description: string): this;
    /** When two values are the same. */
    compare(...ways: Comparison[]): this;
}
/** Keeps apart the inputs of a component that are never outputs. */
declare const plainBrand: unique symbol;
/** An input of a component that its program has to know. Made by `plain()`. */
export interface PlainInput<out T, out P extends Presence> extends Property<T, P> {
    readonly [plainBrand]: true;
}
/** Any property. */
export type AnyProperty = Property<unknown>;
export {};
