/** The types without a name: strings, numbers, booleans, arrays, records, anything. */
import { type Json } from "../value/json.js";
import { PropertyValue, type Mode, type Type } from "./property.js";
export declare const STRING: Type;
export declare const BOOLEAN: Type;
export declare const NUMBER: Type;
export declare const INTEGER: Type;
/** A whole number with all its digits, which the schema has as a text. */
export declare const EXACT_INTEGER: Type;
/** Anything that JSON can say. Assets and references stay in the interface's form. */
export declare const ANY: Type;
/** Any value as JSON, as `JSON.stringify` would take it. */
export declare function anything(value: unknown, path: string, mode: Mode): Json;
/** An array of elements of one type. */
export declare function arrayOf(element: PropertyValue): Type;
/** A record of elements of one type, by any names. */
export declare function recordOf(element: PropertyValue): Type;
