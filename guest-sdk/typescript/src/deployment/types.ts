/** The static types of declarations. */

import type { Archive, Asset } from "../value/asset.js";
import type { Json } from "../value/json.js";
import type { ResourceReference } from "../value/reference.js";
import type { Secret } from "../value/special.js";
import type { PlainInput, Property, AnyProperty } from "../property/typed.js";
import type { Infer, NotAPromise, Shape, Simplify, TypeOf } from "../property/infer.js";
import type { Child } from "./child.js";
import type { Output } from "./output.js";

type Leaf = string | number | bigint | boolean | null | undefined | Asset | Archive;

/** A value where a resource is declared: it, an `Output` of it, or an object or list with outputs at any depth. */
export type Input<T> = unknown extends T ? Declared : [Json] extends [T] ? Declared | Extract<T, undefined> : Output<T> | Parts<T> | Secret<Output<T> | Exclude<Parts<T>, undefined>>;

type Parts<T> = T extends Leaf
  ? T
  : T extends ResourceReference
    ? T | Child
    : T extends readonly (infer E)[]
      ? readonly Input<E>[]
      : T extends object
        ? { readonly [K in keyof T]: Input<T[K]> }
        : T;

/** Any value where a resource is declared by a token. Members that are `undefined` are left out. */
export type Declared =
  | null
  | boolean
  | number
  | string
  | Asset
  | Archive
  | ResourceReference
  | Child
  | Output<unknown>
  | Secret<unknown>
  | readonly Declared[]
  | { readonly [name: string]: Declared | undefined };

/** The properties of a resource that is declared by a token. */
export type Declarations = { readonly [name: string]: Declared | undefined };

/** The value behind outputs at any depth. JSON contains no outputs, and the type checker would expand it without end. */
export type Unwrap<T> = unknown extends T
  ? T
  : [Json] extends [T]
    ? T
    : Unwrapped<T>;

type Unwrapped<T> =
  T extends Output<infer V>
    ? Unwrap<V>
    : T extends Child
      ? ResourceReference
      : T extends Secret<infer V>
        ? Unwrap<V>
        : T extends Leaf | ResourceReference
          ? T
          : T extends object
            ? { -readonly [K in keyof T]: Unwrap<T[K]> }
            : T;

/** The result of the author's function. Promises are excluded, because the host does not wait for them. */
export type NoPromise<R> = R extends PromiseLike<unknown> ? "the host does not wait for promises: remove `async`" : unknown;

/** The value without `null` and `undefined`. */
export type Present<T> = NonNullable<T>;

/** The paths of parts that are deeper than one step. A value whose type is not known has any path. */
export type PathOf<T> = unknown extends T
  ? string
  : Present<T> extends string | number | bigint | boolean | Asset | Archive | ResourceReference
    ? never
    : Present<T> extends readonly unknown[]
      ? `[${string}`
      : Present<T> extends object
        ? `${keyof Present<T> & string}${"." | "["}${string}`
        : string;

/** The part of an object by its name. */
export type Part<T, K extends keyof Present<T>> = Present<T>[K] | Extract<T, undefined>;

/** Inputs and plain inputs of a component. */
export type ComponentShape = Shape;

/** The argument of `construct`: an `Output` for each input, and the values of plain inputs. */
export type Given<I extends Shape> = { readonly [K in keyof I]: I[K] extends PlainInput<infer T, infer P> ? (P extends "optional" ? T | undefined : T) : Output<TypeOf<I[K]>> };

type MayBeLeftOut<P> = P extends Property<unknown, infer Found> ? (Found extends "required" ? false : true) : false;

type InputOf<P extends AnyProperty> = P extends PlainInput<infer T, infer _> ? T : Input<TypeOf<P>>;

/** The inputs of a child whose type is known. */
export type InputsOf<I extends Shape> = Simplify<
  { readonly [K in keyof I as MayBeLeftOut<I[K]> extends true ? never : K]: InputOf<I[K]> } & {
    readonly [K in keyof I as MayBeLeftOut<I[K]> extends true ? K : never]?: InputOf<I[K]> | undefined;
  }
>;

/** The result of `construct`: all outputs. */
export type Made<O extends Shape> = {} extends Infer<O> ? ({ readonly [K in keyof Infer<O>]?: Input<Infer<O>[K]> } & NotAPromise) | undefined | void : { readonly [K in keyof Infer<O>]: Input<Infer<O>[K]> } & NotAPromise;
