/** Values that are known later. */
import { ProviderError } from "../errors.js";
import { Expressed } from "../value/expressed.js";
import type { Json } from "../value/json.js";
import { type Known } from "./known.js";
import type { NoPromise, Part, PathOf, Present, Unwrap } from "./types.js";
/** Keeps the type of the value, which exists for the type checker alone. */
declare const outputBrand: unique symbol;
/**
 * A value that may be unknown: an input of the component, an output of a resource that it declares, or a value
 * derived from these. Code cannot read it, because it is unknown in a preview; {@link apply} derives another value
 * from it once it is known.
 *
 * Unknowns, secrets and dependencies propagate with the value. An output is valid until the component is constructed.
 */
export declare class Output<out T> extends Expressed {
    #private;
    readonly [outputBrand]: T;
    /** Internal to this package; see {@link output}. */
    constructor(value: Json | undefined, known: Known, session?: number | undefined);
    /** How the value is read once it is known. Internal to this package. */
    get _known(): Known;
    /** Internal to this package. */
    _express(path: string): Json | undefined;
    /**
     * Derives a value from this one once it is known. While it is unknown, as in most previews, the function is not
     * called, and the result is unknown too. If the function returns an output, the result is the value of that output.
     *
     *     const url = bucket.output<string>("websiteEndpoint").apply((host) => `https://${host.toLowerCase()}/`);
     *
     * The function runs when its value is known, after the functions of earlier `apply`s, and is synchronous. It may declare resources; a
     * preview shows those only if it knows the value.
     */
    apply<R>(make: (value: T) => R & NoPromise<R>): Output<Unwrap<R>>;
    /** A part of the value by its name, or by its path, such as `website.endpoint` or `zones[0].id`. */
    get<S, K extends keyof Present<S> & string>(this: Output<S>, name: K): Output<Part<S, K>>;
    get<V = unknown, S = unknown>(this: Output<S>, path: PathOf<S>): Output<V>;
    /** The same value as a secret. Values derived from it are secret too. */
    secret(): Output<T>;
    /** The same output with another type. A value of another type fails at its use. */
    cast<V>(): Output<V>;
    /** An output has no text: its value is known later. */
    toString(): never;
    /** Always fails, because the value of an output is known later. */
    valueOf(): never;
    /** Always fails, for templates, `+` and comparisons as well. */
    [Symbol.toPrimitive](): never;
    /** An output has no JSON: its value is known later. */
    toJSON(): never;
}
/** The error for code that needs the value at once. */
export declare function unreadable(what: string, hint: string): ProviderError;
/** Something that the author gives and its place, for messages. */
export declare function located(what: string, place: string): string;
/** A function of the package and the place of its call, for messages. */
export declare function placed(name: string): string;
/** The author's value in the form of the interface; null for `undefined`. */
export declare function declared(value: unknown): Json;
/** Declares a value that code derives from another value. */
export declare function derived<R>(source: Output<unknown>, at: string, make: (argument: Json) => Json): Output<R>;
export {};
