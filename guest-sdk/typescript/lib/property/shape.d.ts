/** Several properties by name: of a resource, an object type, a configuration or a function. */
import type { JsonObject } from "../value/json.js";
import { type Mode, type PropertyValue } from "./property.js";
/** The implementation of several properties by name. */
export type Properties = Readonly<Record<string, PropertyValue>>;
/** Reads properties. Names that the shape does not have are ignored. Throws an `InvalidError` with everything wrong. */
export declare function decodeAll(properties: Properties, values: JsonObject, path: string, mode: Mode): Record<string, unknown>;
/**
 * Reads properties. A property that is not a plain value is read on first access, because most hooks read few of them.
 * Its failure is thrown then.
 */
export declare function decodeLazily(properties: Properties, values: JsonObject, mode: Mode): Record<string, unknown>;
/** Whether a property that is read lazily is still unread and unchanged. */
export declare function isUntouched(decoded: object, name: string): boolean;
/** Writes properties. Throws an `InvalidError`. */
export declare function encodeAll(properties: Properties, values: object, path: string, mode: Mode): JsonObject;
/** The written properties, and the names and reasons of the others. */
export interface Written {
    readonly encoded: JsonObject;
    readonly lost: readonly string[];
    readonly reasons: readonly string[];
}
/** Writes each property separately, because no known property of an existing resource may be lost. */
export declare function encodeWhatCanBe(properties: Properties, values: object): Written;
/**
 * Reads a record. An older version may have recorded it in another form, and few hooks read all of it. So the fault
 * of a property is thrown when it is read, and copies of the record omit the property.
 */
export declare function decodeRecorded(properties: Properties, values: JsonObject): Record<string, unknown>;
/** Checks that the result of an author's function is an object. */
export declare function asObject(value: unknown, what: string): object;
