/** The builders of properties: functions named as the types, whose methods add the rest. */
import type { Constraint } from "../definition/constraints.js";
import type { Archive, Asset } from "../value/asset.js";
import type { Json } from "../value/json.js";
import type { ResourceReference } from "../value/reference.js";
import type { Secret } from "../value/special.js";
import { type Referable } from "./handles.js";
import { type ChoiceValue, type NamedOptions } from "./named.js";
import { PropertyValue, type FieldCredential, type Format } from "./property.js";
import type { AnyProperty, Presence, Property } from "./typed.js";
import type { Infer, Shape, TypeOf } from "./infer.js";
/** A string. */
export interface StringProperty<T extends string, P extends Presence> extends Property<T, P> {
    /** May be left out. */
    optional(): StringProperty<T, "optional">;
    /** The value when the program gives none. */
    default(value: T): StringProperty<T, "given">;
    /** The environment variables that the value comes from when the program gives none; the user has to grant them. */
    env(...names: [string, ...string[]]): this;
    /** The only value there is; a program need not give it. */
    constant<C extends T>(value: C): StringProperty<C, P>;
    /** Secrets arrive as a `Secret`, so that the provider sees that they are. */
    secretAware(): PlainProperty<T | Secret<T>, P>;
    /** At least so many characters. */
    minLength(count: number): this;
    /** At most so many characters. */
    maxLength(count: number): this;
    /** A regular expression that is found in it, without look-around and back-references; `reason` says it in words. */
    pattern(pattern: RegExp | string, reason?: string): this;
    /** The form of the text. */
    format(format: Format): this;
    /**
     * In a configuration: a secret that the host sends along with the requests to a host. With `withhold` the provider
     * itself never gets it: it has no value in `cx.config`, whether programs have to give it or not.
     */
    credential<const C extends FieldCredential>(credential: C): C extends {
        readonly withhold: true;
    } ? StringProperty<T, "withheld"> : this;
}
/** A number. */
export interface NumberProperty<T extends number, P extends Presence> extends Property<T, P> {
    /** May be left out. */
    optional(): NumberProperty<T, "optional">;
    /** The value when the program gives none. */
    default(value: T): NumberProperty<T, "given">;
    /** The environment variables that the value comes from when the program gives none; the user has to grant them. */
    env(...names: [string, ...string[]]): this;
    /** The only value there is; a program need not give it. */
    constant<C extends T>(value: C): NumberProperty<C, P>;
    /** Secrets arrive as a `Secret`, so that the provider sees that they are. */
    secretAware(): PlainProperty<T | Secret<T>, P>;
    /** From this on. */
    min(value: number): this;
    /** Up to this. */
    max(value: number): this;
    /** From this on, without it. */
    moreThan(value: number): this;
    /** Up to this, without it. */
    lessThan(value: number): this;
    /** A multiple of this. */
    multipleOf(value: number): this;
}
/** A whole number with all its digits: a `bigint` here, and a text for programs. */
export interface ExactIntegerProperty<P extends Presence> extends Property<bigint, P> {
    /** May be left out. */
    optional(): ExactIntegerProperty<"optional">;
    /** The value when the program gives none. */
    default(value: bigint): ExactIntegerProperty<"given">;
    /** The environment variables that the value comes from when the program gives none; the user has to grant them. */
    env(...names: [string, ...string[]]): this;
    /** The only value there is; a program need not give it. */
    constant(value: bigint): this;
    /** Secrets arrive as a `Secret`, so that the provider sees that they are. */
    secretAware(): PlainProperty<bigint | Secret<bigint>, P>;
}
/** A boolean. */
export interface BooleanProperty<T extends boolean, P extends Presence> extends Property<T, P> {
    /** May be left out. */
    optional(): BooleanProperty<T, "optional">;
    /** The value when the program gives none. */
    default(value: T): BooleanProperty<T, "given">;
    /** The environment variables that the value comes from when the program gives none; the user has to grant them. */
    env(...names: [string, ...string[]]): this;
    /** The only value there is; a program need not give it. */
    constant<C extends T>(value: C): BooleanProperty<C, P>;
    /** Secrets arrive as a `Secret`, so that the provider sees that they are. */
    secretAware(): PlainProperty<T | Secret<T>, P>;
}
/** A list. */
export interface ListProperty<E, P extends Presence> extends Property<E[], P> {
    /** May be left out. */
    optional(): ListProperty<E, "optional">;
    /** Secrets arrive as a `Secret`, so that the provider sees that they are. */
    secretAware(): PlainProperty<E[] | Secret<E[]>, P>;
    /** At least so many elements. */
    minItems(count: number): this;
    /** At most so many elements. */
    maxItems(count: number): this;
    /** No element twice, compared as `compare` of the element says. */
    unique(): this;
}
/** A map from names to values of one type. */
export interface MapProperty<E, P extends Presence> extends Property<Record<string, E>, P> {
    /** May be left out. */
    optional(): MapProperty<E, "optional">;
    /** Secrets arrive as a `Secret`, so that the provider sees that they are. */
    secretAware(): PlainProperty<Record<string, E> | Secret<Record<string, E>>, P>;
    /** At least so many entries. */
    minProperties(count: number): this;
    /** At most so many entries. */
    maxProperties(count: number): this;
    /** A regular expression that is found in each key. */
    keyPattern(pattern: RegExp | string): this;
}
/** A property without further rules: a choice, an object, a union, an asset, a reference, anything. */
export interface PlainProperty<T, P extends Presence> extends Property<T, P> {
    /** May be left out. */
    optional(): PlainProperty<T, "optional">;
    /** Secrets arrive as a `Secret`, so that the provider sees that they are. */
    secretAware(): PlainProperty<T | Secret<T>, P>;
}
/** One of a fixed set of strings or whole numbers. */
export interface ChoiceProperty<T extends string | number, P extends Presence> extends PlainProperty<T, P> {
    optional(): ChoiceProperty<T, "optional">;
    /** The value when the program gives none. */
    default(value: T): ChoiceProperty<T, "given">;
    /** The environment variables that the value comes from when the program gives none; the user has to grant them. */
    env(...names: [string, ...string[]]): this;
    /** The only value there is; a program need not give it. */
    constant<C extends T>(value: C): ChoiceProperty<C, P>;
}
/** A property of values of a type, to annotate an object type with that contains itself. */
export type PropertyOf<T> = PlainProperty<T, "required">;
/** The implementation behind a property's interface. */
export declare function running(property: AnyProperty): PropertyValue;
/** A string. */
export declare function string(): StringProperty<string, "required">;
/** A number. */
export declare function number(): NumberProperty<number, "required">;
/** A whole number, exact up to 2^53. */
export declare function integer(): NumberProperty<number, "required">;
/** A whole number with all its digits, which programs give and get as text: `"18446744073709551615"`. */
export declare function exactInteger(): ExactIntegerProperty<"required">;
/** A boolean. */
export declare function boolean(): BooleanProperty<boolean, "required">;
/** A list; the rules of its element are rules for each element. */
export declare function list<E extends AnyProperty>(element: E): ListProperty<TypeOf<E>, "required">;
/** A map from any names to values of one type; the rules of its element are rules for each value. */
export declare function map<E extends AnyProperty>(element: E): MapProperty<TypeOf<E>, "required">;
/** Anything at all. */
export declare function json(): PlainProperty<Json, "required">;
/** A file. */
export declare function asset(): PlainProperty<Asset, "required">;
/** Several files with their paths. */
export declare function archive(): PlainProperty<Archive, "required">;
/** A file, or several. */
export declare function assetOrArchive(): PlainProperty<Asset | Archive, "required">;
/** Another resource: one of the given type of this package, which may be said by its name, or any. */
export declare function reference(resource?: Referable | string): PlainProperty<ResourceReference, "required">;
/** An object type: a property whose value is an object with these properties. */
export interface ObjectProperty<S extends Shape, P extends Presence> extends PlainProperty<Infer<S>, P> {
    optional(): ObjectProperty<S, "optional">;
}
/**
 * An object type with this name: `const Disk = object("Disk", { size: integer() })`. Its doc comment becomes the
 * type's description.
 */
export declare function object<const S extends Shape>(name: string, properties: S, options?: NamedOptions & {
    readonly constraints?: readonly Constraint<keyof S & string>[];
}): ObjectProperty<S, "required">;
type ChoiceOf<C> = C extends string | number ? C : C extends ChoiceValue<infer V> ? V : never;
/**
 * A fixed set of strings with this name, or of whole numbers: `choice("Size", { Small: "small", Large: "large" })`. The
 * doc comments of its members become their descriptions.
 */
export declare function choice<const C extends Readonly<Record<string, string | number | ChoiceValue>>>(name: string, choices: C, options?: NamedOptions): ChoiceProperty<ChoiceOf<C[keyof C]>, "required">;
/** One of several types: a value belongs to the first that fits. */
export declare function union<const A extends readonly [AnyProperty, AnyProperty, ...AnyProperty[]]>(...alternatives: A): PlainProperty<TypeOf<A[number]>, "required">;
type Tagged<Tag extends string, V extends Readonly<Record<string, AnyProperty>>> = {
    [K in keyof V & string]: {
        [T in Tag]: K;
    } & TypeOf<V[K]>;
}[keyof V & string];
/** One of several object types, which the property `tag` tells apart: `tagged("kind", { password: Password, key: Key })`. */
export declare function tagged<const Tag extends string, const V extends Readonly<Record<string, AnyProperty>>>(tag: Tag, variants: V): PlainProperty<Tagged<Tag, V>, "required">;
export {};
