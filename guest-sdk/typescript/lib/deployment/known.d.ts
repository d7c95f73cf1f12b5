/** Reads values once they are known. */
import { PropertyValue } from "../property/property.js";
import type { Properties } from "../property/shape.js";
import { type Json } from "../value/json.js";
/** Converts a known value to the argument of the author's function. */
export interface Known {
    /** Reads the value. Throws an `InvalidError` if it is of another type. */
    read(value: Json, path: string): unknown;
    /** The reader of a part of the value. */
    at(step: string | number): Known;
}
/** Reads any value: assets and references become objects, and a null becomes `undefined`. */
export declare const ANYTHING: Known;
/** A value of a property's type. */
export declare function knownOf(property: PropertyValue): Known;
/** An object with these members: the outputs of a resource. */
export declare function knownMembers(properties: Properties): Known;
/** Reads a list or an object whose parts have different types. */
export declare function knownParts(parts: readonly Known[] | Readonly<Record<string, Known>>): Known;
/** The way to a part by its path, such as `website.endpoint` or `zones[0].id`. */
export declare function knownAt(known: Known, path: string): Known;
/** The path of a part below another path. */
export declare function below(above: string, path: string): string;
