/** JSON values. */
/** Anything that JSON can say. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
/** An object of JSON. */
export interface JsonObject {
    [name: string]: Json;
}
/** Whether a value is an object of JSON: neither null nor an array. */
export declare function isObject(value: Json | undefined): value is JsonObject;
/** The kind of a value, for messages. */
export declare function nameOf(value: unknown): string;
