/** The handle of a declared resource. */
import type { Properties } from "../property/shape.js";
import { Expressed } from "../value/expressed.js";
import type { Json } from "../value/json.js";
import type { ResourceReference } from "../value/reference.js";
import { Output } from "./output.js";
import type { LookupOptions } from "./options.js";
import type { Declarations, Part, PathOf, Present } from "./types.js";
/** The parts of a handle. */
export interface ChildParts {
    readonly session: number;
    readonly node: number;
    readonly token: string;
    readonly name: string;
    /** The outputs of a type of your package. */
    readonly outputs: Properties | undefined;
    /** Declares the call of a method, and returns its node. */
    readonly call: (token: string, given: object, options: LookupOptions) => number;
}
/** Keeps the type of the outputs, which exists for the type checker alone. */
declare const childBrand: unique symbol;
/**
 * A resource that the component declared: a custom resource, a group or another component; or one that it looked up.
 * `T` is the type of its outputs, `unknown` if only a token names the type. As a value, it is a reference to the
 * resource. Its outputs are valid until the component is constructed.
 */
export declare class Child<out T = unknown> extends Expressed {
    #private;
    readonly [childBrand]: T;
    /** The name in full, such as `site-bucket`; empty for a resource that came in as a reference. */
    readonly name: string;
    /** The type token; empty for a resource that the component received as a reference without a type. */
    readonly token: string;
    /** The number of the node. Internal to this package. */
    readonly _node: number;
    /** Internal to this package. */
    constructor({ session, node, token, name, outputs, call }: ChildParts);
    /** The id that the provider gives. Groups and components have no id. */
    get id(): Output<string>;
    get urn(): Output<string>;
    /** The resource itself as a value. */
    get reference(): Output<ResourceReference>;
    /**
     * An output by its name, or a part of one by its path: `endpoint`, `website.endpoint`, `zones[0].id`. If only a token names the
     * type of the resource, the caller has to know the type of the output: a value of another type fails where it is used.
     *
     * An output that the resource does not set is unknown in a preview, and `undefined` in an update.
     */
    output<S, K extends keyof Present<S> & string>(this: Child<S>, name: K): Output<Part<S, K>>;
    output<V = unknown, S = unknown>(this: Child<S>, path: PathOf<S>): Output<V>;
    /**
     * Calls a method of the resource. It is named as in the schema, `getKubeconfig`, or by its whole token, such as
     * `eks:index:Cluster/getKubeconfig`, which a resource needs whose type is not known. The results are below the output.
     */
    call<V = unknown>(method: string, inputs?: Declarations, options?: LookupOptions): Output<V>;
    /** Internal to this package. */
    _express(path: string): Json | undefined;
    /** Always fails: a resource cannot be converted to text. */
    toString(): never;
    /** Always fails, for templates and `+` as well. */
    [Symbol.toPrimitive](): never;
    /** A resource has no JSON. */
    toJSON(): never;
}
export {};
