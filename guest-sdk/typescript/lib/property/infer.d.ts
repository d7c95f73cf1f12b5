/** The static types that follow from properties. */
import type { Archive, Asset } from "../value/asset.js";
import type { Json } from "../value/json.js";
import type { ResourceReference } from "../value/reference.js";
import type { Secret, Unknown } from "../value/special.js";
import type { AnyProperty, Property } from "./typed.js";
/** Properties by name. */
export type Shape = Readonly<Record<string, AnyProperty>>;
/** The type of a property's values. */
export type TypeOf<P> = P extends Property<infer T, infer Presence> ? (Presence extends "optional" ? T | undefined : T) : never;
type IsOptional<P> = P extends Property<unknown, infer Found> ? (Found extends "optional" ? true : false) : false;
/** Lets editors show a type as a single object. */
export type Simplify<T> = {
    [K in keyof T]: T[K];
} & {};
/** The values of properties. */
export type Infer<S extends Shape> = Simplify<{
    -readonly [K in keyof S as IsOptional<S[K]> extends true ? never : K]: TypeOf<S[K]>;
} & {
    -readonly [K in keyof S as IsOptional<S[K]> extends true ? K : never]?: TypeOf<S[K]>;
}>;
/** Inputs and outputs of a resource, as they are recorded. */
export type State<I extends Shape, O extends Shape> = Simplify<Infer<I> & Infer<O>>;
/** The state that a checkpoint recorded: the inputs, and the outputs that existed at the time. */
export type Saved<I extends Shape, O extends Shape> = Simplify<Infer<I> & Partial<Infer<O>>>;
type Leaf = string | number | bigint | boolean | null | undefined | Asset | Archive | ResourceReference;
/** The values while any part of them may be unknown. */
export type Draft<T> = [Json] extends [T] ? T | Unknown : Parts<T>;
type Parts<T> = T extends Leaf ? T | Unknown : T extends Secret<infer V> ? Secret<Draft<V>> | Unknown : T extends readonly (infer E)[] ? Draft<E>[] | Unknown : T extends object ? {
    [K in keyof T]: Draft<T[K]>;
} | Unknown : T | Unknown;
/** Inputs while any of them may be unknown. An undefined member is absent. */
export type Drafts<T> = {
    [K in keyof T]: Draft<T[K]>;
};
/** Outputs that a preview knows. A separate `Unknown` keeps the type of a written `UNKNOWN` from becoming `symbol`. */
export type Previews<T> = {
    [K in keyof T]?: Draft<T[K]> | Unknown | Secret<T[K]> | undefined;
};
/** Values that an author returns: each, and each part of it, may be marked as a secret. */
export type Returned<T> = {
    [K in keyof T]: Given<T[K]>;
};
/** A value that is written, which nothing changes: it may be `readonly`, and have members that are `undefined`. */
export type Given<T> = unknown extends T ? T : [Json] extends [T] ? JsonLike | Secret<JsonLike> | Extract<T, undefined> : GivenParts<T> | Secret<Exclude<GivenParts<T>, undefined>>;
type GivenParts<T> = T extends Leaf ? T : T extends Secret<infer V> ? Secret<V> : T extends readonly (infer E)[] ? readonly Given<E>[] : T extends object ? {
    readonly [K in keyof T]: Given<T[K]>;
} : T;
/** The values that can be written as JSON. Members that are `undefined` are left out. */
export type JsonLike = null | boolean | number | string | Secret<unknown> | readonly JsonLike[] | {
    readonly [name: string]: JsonLike | undefined;
};
/** Excludes promises, which would never be waited for. */
export type NotAPromise = {
    readonly then?: never;
};
/** The known part of a draft. */
export type Known<V> = V extends Unknown ? never : V extends Leaf ? V : V extends Secret<infer T> ? Secret<Known<T>> : V extends readonly (infer E)[] ? Known<E>[] : V extends object ? {
    [K in keyof V]: Known<V[K]>;
} : V;
export {};
