/** Several properties by name: those of a resource, an object type, a configuration, a function. */
import type { JsonObject } from "../value/json.js";
import { type Mode, type PropertyValue } from "./property.js";
/** Properties by name, as they run. */
export type Properties = Readonly<Record<string, PropertyValue>>;
/** Reads properties. Names that the shape does not have are ignored. Throws an `InvalidError` with everything wrong. */
export declare function decodeAll(properties: Properties, values: JsonObject, path: string, mode: Mode): Record<string, unknown>;
/**
 * Reads properties, those that are more than a plain value only when they are first looked at: most hooks look at few. What
 * is wrong with such a one is thrown then.
 */
export declare function decodeLazily(properties: Properties, values: JsonObject, mode: Mode): Record<string, unknown>;
/** Whether nobody looked at a property that is read lazily, or changed it. */
export declare function isUntouched(decoded: object, name: string): boolean;
/** Writes properties. Throws an `InvalidError`. */
export declare function encodeAll(properties: Properties, values: object, path: string, mode: Mode): JsonObject;
/** What could be written of properties, and the names and reasons of the others. */
export interface Written {
    readonly encoded: JsonObject;
    readonly lost: readonly string[];
    readonly reasons: readonly string[];
}
/** Writes each property by itself: of a thing that exists, nothing may be lost that is known. */
export declare function encodeWhatCanBe(properties: Properties, values: object): Written;
/**
 * Reads what was recorded. An older version may have recorded it in another form, and few hooks look at all of it: what is
 * wrong with a property is thrown when somebody asks for it, and copies of the whole do without it.
 */
export declare function decodeRecorded(properties: Properties, values: JsonObject): Record<string, unknown>;
/** What an author's function returned, where it has to be an object. */
export declare function asObject(value: unknown, what: string): object;
