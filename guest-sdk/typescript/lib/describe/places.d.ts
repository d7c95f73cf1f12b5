/** Options that have no effect at the place of a property: an argument, a result, a configuration, an object, an output. */
import { PropertyValue } from "../property/property.js";
import type { Properties } from "../property/shape.js";
import type { Types } from "../property/types.js";
export type Place = "argument" | "result" | "configuration" | "object" | "output";
/** Reports values that are not properties, and removes them. */
export declare function arePropertiesIn(properties: Properties, of: string, at: string | undefined, types: Types, parts?: readonly Properties[]): void;
/** Reports options that would be lost. `of` names the owner of the properties. */
export declare function judgePlace(properties: Properties, place: Place, of: string, at: string | undefined, types: Types): void;
/** Whether the author gave a property rules, or its elements. */
export declare function hasRules({ facts, type }: PropertyValue): boolean;
