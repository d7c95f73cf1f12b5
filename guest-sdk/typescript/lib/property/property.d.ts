/** One property: its type and its options. */
import { InvalidError } from "../errors.js";
import { Expressed } from "../value/expressed.js";
import { type Json, type JsonObject } from "../value/json.js";
import type { Types } from "./types.js";
/**
 * How values are read and written: `draft` and `preview` allow what is not known yet, and in `preview` parts may be missing.
 * `declared` writes what a component declares: outputs may stand in it, and parts may be missing. `body` reads what a server
 * answered: nothing in it has a meaning of the interface, and no message shows a value, because it may be a secret.
 */
export type Mode = "plain" | "draft" | "preview" | "declared" | "body";
/** The behaviour of a type: its form in the schema, and the way of its values across the interface. */
export interface Type {
    /** The type as a Pulumi schema writes it. Object types and enums add themselves to `types`. */
    schema(types: Types): JsonObject;
    /** Reads a present value without wrappers. Throws an `InvalidError`. */
    decode(value: Json, path: string, mode: Mode): unknown;
    /** Writes a known value. Throws an `InvalidError`. */
    encode(value: unknown, path: string, mode: Mode): Json;
    /** Rules that hold for every value of the type. */
    readonly natural?: JsonObject;
    /** The type of the elements of an array or record. */
    readonly element?: PropertyValue;
    /** The types of a union. */
    readonly alternatives?: readonly PropertyValue[];
}
/** The options of a property beside its type. */
export interface Facts {
    readonly description?: string;
    /** File and line. */
    readonly at?: string;
    readonly optional?: boolean;
    readonly default?: Json;
    readonly environment?: readonly string[];
    readonly constant?: Json;
    readonly secret?: boolean;
    readonly secretAware?: boolean;
    readonly replace?: boolean;
    readonly willReplace?: boolean;
    readonly stable?: boolean;
    readonly stateInput?: boolean;
    readonly serverDefault?: boolean;
    readonly dependsOn?: readonly string[];
    readonly inputOnly?: boolean;
    readonly writeOnly?: boolean;
    readonly plain?: boolean;
    readonly deprecated?: string;
    readonly language?: JsonObject;
    readonly rules?: JsonObject;
}
/** The types of comparison: the names of their rules. */
export type Comparison = "ignore-case" | "trim" | "trailing-dot" | "trailing-slash" | "json" | "cidr" | "duration" | "url" | "set" | "empty" | "presence";
/** The forms that a string can be checked for. */
export type Format = "ipv4" | "ipv6" | "ip" | "cidr" | "hostname" | "url" | "email" | "uuid" | "date-time" | "duration" | "base64";
/**
 * The implementation of a property. Each method returns a new property, so that several properties can share a
 * beginning. Authors see only the interfaces in `builders.ts`, which know the type of its values.
 */
export declare class PropertyValue {
    #private;
    readonly type: Type;
    readonly facts: Facts;
    constructor(type: Type, facts?: Facts);
    optional(): PropertyValue;
    default(value: Json | bigint): PropertyValue;
    env(...names: string[]): PropertyValue;
    constant(value: Json | bigint): PropertyValue;
    secret(): PropertyValue;
    secretAware(): PropertyValue;
    replace(): PropertyValue;
    willReplace(): PropertyValue;
    stable(): PropertyValue;
    stateInput(): PropertyValue;
    serverDefault(): PropertyValue;
    dependsOn(...inputs: string[]): PropertyValue;
    inputOnly(): PropertyValue;
    writeOnly(): PropertyValue;
    plain(): PropertyValue;
    deprecated(message: string): PropertyValue;
    language(options: JsonObject): PropertyValue;
    description(description: string): PropertyValue;
    gte(value: number): PropertyValue;
    lte(value: number): PropertyValue;
    gt(value: number): PropertyValue;
    lt(value: number): PropertyValue;
    multipleOf(value: number): PropertyValue;
    minLength(count: number): PropertyValue;
    maxLength(count: number): PropertyValue;
    pattern(pattern: RegExp | string, reason?: string): PropertyValue;
    format(format: Format): PropertyValue;
    minItems(count: number): PropertyValue;
    maxItems(count: number): PropertyValue;
    uniqueItems(): PropertyValue;
    minProperties(count: number): PropertyValue;
    maxProperties(count: number): PropertyValue;
    keyPattern(pattern: RegExp | string): PropertyValue;
    compare(...ways: Comparison[]): PropertyValue;
    /** Adds what the build found in the source: file and line, the doc comment, and its tag `@deprecated`. */
    _note(at: string, description: string, deprecated?: string): PropertyValue;
    /**
     * Its rules in the form of the manifest, with the rules of its elements. `isSet` says whether programs give the values:
     * then the rules of the type apply as well.
     */
    rules(isSet: boolean): JsonObject;
    /** Reads a value. An absent property, or a null of an optional one, is `undefined`. */
    decode(value: Json | undefined, path: string, mode: Mode): unknown;
    /** Writes a value; `undefined` leaves the property out. */
    encode(value: unknown, path: string, mode: Mode): Json | undefined;
}
/** Writes a late value in a declaration of a component. */
export declare function expressed(value: Expressed, path: string, mode: Mode): Json | undefined;
/** Writes the unknown value, where it is allowed. */
export declare function unknown(path: string, mode: Mode): Json;
/** The failure of a value that is of another type. */
export declare function unexpected(path: string, expected: string, found: unknown): InvalidError;
