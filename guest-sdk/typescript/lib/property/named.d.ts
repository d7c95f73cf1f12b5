/** Named and composed types: objects, enums, unions. */
import { type Json, type JsonObject } from "../value/json.js";
import type { Constraint } from "../definition/constraints.js";
import { PropertyValue, type Facts, type Mode, type Type } from "./property.js";
import { type Properties } from "./shape.js";
import type { Types } from "./types.js";
/** The options of an object type or an enum. */
export interface NamedOptions {
    /** The middle part of its token; `index` by default. */
    readonly module?: string;
    /** In place of the doc comment. */
    readonly description?: string;
    /** Information for generators of SDKs. */
    readonly language?: JsonObject;
}
interface ObjectOptions extends NamedOptions {
    readonly constraints?: readonly Constraint<string>[];
}
/** An object type. */
export declare class ObjectType implements Type {
    readonly name: string;
    readonly properties: Properties;
    readonly options: ObjectOptions;
    /** The build's notes at the definition: file and line, and the doc comment. */
    note: {
        at?: string;
        description?: string;
    };
    constructor(name: string, properties: Properties, options: ObjectOptions);
    token(types: Types): string;
    schema(types: Types): JsonObject;
    decode(value: Json, path: string, mode: Mode): unknown;
    encode(value: unknown, path: string, mode: Mode): Json;
}
/** One value of an enum, with its description. */
export interface EnumValue<V extends string | number = string | number> {
    readonly value: V;
    readonly description?: string;
    readonly deprecated?: string;
}
/** A type of a fixed set of strings, or of whole numbers. */
export declare class EnumType implements Type {
    #private;
    readonly name: string;
    readonly values: ReadonlyMap<string, EnumValue>;
    readonly options: NamedOptions;
    note: {
        at?: string;
        description?: string;
        values?: Record<string, [string, string?]>;
    };
    constructor(name: string, values: Readonly<Record<string, string | number | EnumValue>>, options: NamedOptions);
    schema(types: Types): JsonObject;
    decode(value: Json, path: string, mode: Mode): unknown;
    encode(value: unknown, path: string, mode: Mode): Json;
}
/** A type whose values are of the first alternative that fits. */
export declare class UnionType implements Type {
    #private;
    readonly alternatives: readonly PropertyValue[];
    constructor(alternatives: readonly PropertyValue[]);
    schema(types: Types): JsonObject;
    decode(value: Json, path: string, mode: Mode): unknown;
    encode(value: unknown, path: string, mode: Mode): Json;
}
/** A union of object types that a property tells apart. */
export declare class DiscriminatedUnionType implements Type {
    #private;
    readonly tag: string;
    readonly variants: ReadonlyMap<string, PropertyValue>;
    constructor(tag: string, variants: Readonly<Record<string, PropertyValue>>);
    get alternatives(): readonly PropertyValue[];
    schema(types: Types): JsonObject;
    decode(value: Json, path: string, mode: Mode): unknown;
    encode(value: unknown, path: string, mode: Mode): Json;
}
/** A property of a named type. The build's notes at the definition belong to the type. */
export declare class NamedProperty extends PropertyValue {
    #private;
    constructor(type: ObjectType | EnumType, facts?: Facts);
    /** Adds the build's notes at the definition of the type. */
    _define(at: string, description: string, values?: Record<string, [string, string?]>): this;
}
export {};
