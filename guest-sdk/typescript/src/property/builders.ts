/** The builders of properties: functions named as the types, whose methods add the rest. */

import type { Constraint } from "../definition/constraints.js";
import type { Archive, Asset } from "../value/asset.js";
import type { Json } from "../value/json.js";
import type { ResourceReference } from "../value/reference.js";
import type { Secret } from "../value/special.js";
import { ARCHIVE, ASSET, ASSET_OR_ARCHIVE, referenceTo, type Referable } from "./handles.js";
import { ANY, BOOLEAN, EXACT_INTEGER, INTEGER, arrayOf, recordOf, NUMBER, STRING } from "./kinds.js";
import { EnumType, NamedProperty, ObjectType, DiscriminatedUnionType, UnionType, type EnumValue, type NamedOptions } from "./named.js";
import { PropertyValue, type Format } from "./property.js";
import type { AnyProperty, Presence, Property } from "./typed.js";
import type { Infer, Shape, TypeOf } from "./infer.js";

/** A string. */
export interface StringProperty<T extends string, P extends Presence> extends Property<T, P> {
  /** May be left out. */
  optional(): StringProperty<T, "optional">;
  /** Optional: the server chooses a missing value. Its choice never counts as an input, and an update keeps it. */
  serverDefault(): StringProperty<T, "optional">;
  /** The value if the program does not set the property. */
  default(value: T): StringProperty<T, "given">;
  /** The environment variables with the default; the user has to grant them. */
  env(...names: [string, ...string[]]): this;
  /** The only possible value; programs may omit it. */
  constant<C extends T>(value: C): StringProperty<C, P>;
  /** Secrets arrive as a `Secret`, so that the provider knows which values are secret. */
  secretAware(): PlainProperty<T | Secret<T>, P>;
  /** At least this many characters. */
  minLength(count: number): this;
  /** At most this many characters. */
  maxLength(count: number): this;
  /** A regular expression that is found in it, without look-around and back-references; `reason` says it in words. */
  pattern(pattern: RegExp | string, reason?: string): this;
  /** The form of the text. */
  format(format: Format): this;
}

/** A number. */
export interface NumberProperty<T extends number, P extends Presence> extends Property<T, P> {
  /** May be left out. */
  optional(): NumberProperty<T, "optional">;
  /** Optional: the server chooses a missing value. Its choice never counts as an input, and an update keeps it. */
  serverDefault(): NumberProperty<T, "optional">;
  /** The value if the program does not set the property. */
  default(value: T): NumberProperty<T, "given">;
  /** The environment variables with the default; the user has to grant them. */
  env(...names: [string, ...string[]]): this;
  /** The only possible value; programs may omit it. */
  constant<C extends T>(value: C): NumberProperty<C, P>;
  /** Secrets arrive as a `Secret`, so that the provider knows which values are secret. */
  secretAware(): PlainProperty<T | Secret<T>, P>;
  /** Greater than this, or equal. */
  gte(value: number): this;
  /** Greater than this. */
  gt(value: number): this;
  /** Less than this, or equal. */
  lte(value: number): this;
  /** Less than this. */
  lt(value: number): this;
  /** A multiple of this. */
  multipleOf(value: number): this;
}

/** A whole number with all its digits: a `bigint` here, and a text for programs. */
export interface ExactIntegerProperty<P extends Presence> extends Property<bigint, P> {
  /** May be left out. */
  optional(): ExactIntegerProperty<"optional">;
  /** Optional: the server chooses a missing value. Its choice never counts as an input, and an update keeps it. */
  serverDefault(): ExactIntegerProperty<"optional">;
  /** The value if the program does not set the property. */
  default(value: bigint): ExactIntegerProperty<"given">;
  /** The environment variables with the default; the user has to grant them. */
  env(...names: [string, ...string[]]): this;
  /** The only possible value; programs may omit it. */
  constant(value: bigint): this;
  /** Secrets arrive as a `Secret`, so that the provider knows which values are secret. */
  secretAware(): PlainProperty<bigint | Secret<bigint>, P>;
}

/** A boolean. */
export interface BooleanProperty<T extends boolean, P extends Presence> extends Property<T, P> {
  /** May be left out. */
  optional(): BooleanProperty<T, "optional">;
  /** Optional: the server chooses a missing value. Its choice never counts as an input, and an update keeps it. */
  serverDefault(): BooleanProperty<T, "optional">;
  /** The value if the program does not set the property. */
  default(value: T): BooleanProperty<T, "given">;
  /** The environment variables with the default; the user has to grant them. */
  env(...names: [string, ...string[]]): this;
  /** The only possible value; programs may omit it. */
  constant<C extends T>(value: C): BooleanProperty<C, P>;
  /** Secrets arrive as a `Secret`, so that the provider knows which values are secret. */
  secretAware(): PlainProperty<T | Secret<T>, P>;
}

/** An array. */
export interface ArrayProperty<E, P extends Presence> extends Property<E[], P> {
  /** May be left out. */
  optional(): ArrayProperty<E, "optional">;
  /** Optional: the server chooses a missing value. Its choice never counts as an input, and an update keeps it. */
  serverDefault(): ArrayProperty<E, "optional">;
  /** Secrets arrive as a `Secret`, so that the provider knows which values are secret. */
  secretAware(): PlainProperty<E[] | Secret<E[]>, P>;
  /** At least this many elements. */
  minItems(count: number): this;
  /** At most this many elements. */
  maxItems(count: number): this;
  /** No duplicates, by the `compare` rule of the elements. */
  uniqueItems(): this;
}

/** A record of values of one type, by any names. */
export interface RecordProperty<E, P extends Presence> extends Property<Record<string, E>, P> {
  /** May be left out. */
  optional(): RecordProperty<E, "optional">;
  /** Optional: the server chooses a missing value. Its choice never counts as an input, and an update keeps it. */
  serverDefault(): RecordProperty<E, "optional">;
  /** Secrets arrive as a `Secret`, so that the provider knows which values are secret. */
  secretAware(): PlainProperty<Record<string, E> | Secret<Record<string, E>>, P>;
  /** At least this many entries. */
  minProperties(count: number): this;
  /** At most this many entries. */
  maxProperties(count: number): this;
  /** A regular expression that is found in each key. */
  keyPattern(pattern: RegExp | string): this;
}

/** A property without further rules: an object, a union, an asset, a reference, anything. */
export interface PlainProperty<T, P extends Presence> extends Property<T, P> {
  /** May be left out. */
  optional(): PlainProperty<T, "optional">;
  /** Optional: the server chooses a missing value. Its choice never counts as an input, and an update keeps it. */
  serverDefault(): PlainProperty<T, "optional">;
  /** Secrets arrive as a `Secret`, so that the provider knows which values are secret. */
  secretAware(): PlainProperty<T | Secret<T>, P>;
}

/** One of a fixed set of strings or whole numbers. */
export interface EnumProperty<T extends string | number, P extends Presence> extends PlainProperty<T, P> {
  optional(): EnumProperty<T, "optional">;
  /** Optional: the server chooses a missing value. Its choice never counts as an input, and an update keeps it. */
  serverDefault(): EnumProperty<T, "optional">;
  /** The value if the program does not set the property. */
  default(value: T): EnumProperty<T, "given">;
  /** The environment variables with the default; the user has to grant them. */
  env(...names: [string, ...string[]]): this;
  /** The only possible value; programs may omit it. */
  constant<C extends T>(value: C): EnumProperty<C, P>;
}

/** A property of values of a type, to annotate an object type with that contains itself. */
export type PropertyOf<T> = PlainProperty<T, "required">;

/** The implementation behind a property's interface. */
export function running(property: AnyProperty): PropertyValue {
  return property as unknown as PropertyValue;
}

function made<T>(property: PropertyValue): T {
  return property as unknown as T;
}

/** A string. */
export function string(): StringProperty<string, "required"> {
  return made(new PropertyValue(STRING));
}

/** A number. */
export function number(): NumberProperty<number, "required"> {
  return made(new PropertyValue(NUMBER));
}

/** A whole number, exact up to 2^53. */
export function integer(): NumberProperty<number, "required"> {
  return made(new PropertyValue(INTEGER));
}

/** A whole number with all its digits, which programs give and get as text: `"18446744073709551615"`. */
export function exactInteger(): ExactIntegerProperty<"required"> {
  return made(new PropertyValue(EXACT_INTEGER));
}

/** A boolean. */
export function boolean(): BooleanProperty<boolean, "required"> {
  return made(new PropertyValue(BOOLEAN));
}

/** An array; the rules of its element are rules for each element. */
export function array<E extends AnyProperty>(element: E): ArrayProperty<TypeOf<E>, "required"> {
  return made(new PropertyValue(arrayOf(running(element))));
}

/** A record of values of one type, by any names; the rules of its element are rules for each value. */
export function record<E extends AnyProperty>(element: E): RecordProperty<TypeOf<E>, "required"> {
  return made(new PropertyValue(recordOf(running(element))));
}

/** Anything at all. */
export function json(): PlainProperty<Json, "required"> {
  return made(new PropertyValue(ANY));
}

/** A file. */
export function asset(): PlainProperty<Asset, "required"> {
  return made(new PropertyValue(ASSET));
}

/** Several files with their paths. */
export function archive(): PlainProperty<Archive, "required"> {
  return made(new PropertyValue(ARCHIVE));
}

/** A file, or several. */
export function assetOrArchive(): PlainProperty<Asset | Archive, "required"> {
  return made(new PropertyValue(ASSET_OR_ARCHIVE));
}

/** Another resource: one of the given type of this package, by definition or name, or any resource. */
export function reference(resource?: Referable | string): PlainProperty<ResourceReference, "required"> {
  return made(new PropertyValue(referenceTo(typeof resource === "string" ? { name: resource, module: undefined } : resource)));
}

/** An object type: a property whose value is an object with these properties. */
export interface ObjectProperty<S extends Shape, P extends Presence> extends PlainProperty<Infer<S>, P> {
  optional(): ObjectProperty<S, "optional">;
  /** Optional: the server chooses a missing value. Its choice never counts as an input, and an update keeps it. */
  serverDefault(): ObjectProperty<S, "optional">;
}

/**
 * An object type with this name: `const Disk = object("Disk", { size: integer() })`. Its doc comment becomes the
 * type's description. An object without a name describes a body of HTTP, and cannot be a type of a property.
 */
export function object<const S extends Shape>(
  name: string,
  properties: S,
  options?: NamedOptions & { readonly constraints?: readonly Constraint<keyof S & string>[] },
): ObjectProperty<S, "required">;
export function object<const S extends Shape>(properties: S): ObjectProperty<S, "required">;
export function object(name: string | Shape, properties?: Shape, options: NamedOptions = {}): ObjectProperty<Shape, "required"> {
  const [named, shape] = typeof name === "string" ? [name, properties ?? {}] : ["", name];
  return made(new NamedProperty(new ObjectType(named, shape as unknown as Record<string, PropertyValue>, options)));
}

type ValueOf<C> = C extends string | number ? C : C extends EnumValue<infer V> ? V : never;

/**
 * A fixed set of strings with this name, or of whole numbers: `enumOf("Size", { Small: "small", Large: "large" })`. The
 * doc comments of its members become their descriptions.
 */
export function enumOf<const C extends Readonly<Record<string, string | number | EnumValue>>>(
  name: string,
  values: C,
  options: NamedOptions = {},
): EnumProperty<ValueOf<C[keyof C]>, "required"> {
  return made(new NamedProperty(new EnumType(name, values, options)));
}

/** One of several types: a value belongs to the first that fits. */
export function union<const A extends readonly [AnyProperty, AnyProperty, ...AnyProperty[]]>(
  ...alternatives: A
): PlainProperty<TypeOf<A[number]>, "required"> {
  return made(new PropertyValue(new UnionType(alternatives.map(running))));
}

type Tagged<Tag extends string, V extends Readonly<Record<string, AnyProperty>>> = {
  [K in keyof V & string]: { [T in Tag]: K } & TypeOf<V[K]>;
}[keyof V & string];

/** One of several object types, which the property `tag` tells apart: `discriminatedUnion("kind", { password: Password, key: Key })`. */
export function discriminatedUnion<const Tag extends string, const V extends Readonly<Record<string, AnyProperty>>>(
  tag: Tag,
  variants: V,
): PlainProperty<Tagged<Tag, V>, "required"> {
  const all = Object.entries(variants).map(([value, variant]) => [value, running(variant)] as const);
  return made(new PropertyValue(new DiscriminatedUnionType(tag, Object.fromEntries(all))));
}
