/** Options of parts of a type, such as the element of an array: a schema has a place only for options of whole properties. */
import type { PropertyValue } from "../property/property.js";
import type { Types } from "../property/types.js";
/** Reports options of the parts of a property's type, which would be lost. */
export declare function judgeParts(name: string, { type, facts }: PropertyValue, types: Types): void;
/** Reports options of a function's result, if it is one value. */
export declare function judgeResult(result: PropertyValue, token: string, at: string | undefined, types: Types): void;
