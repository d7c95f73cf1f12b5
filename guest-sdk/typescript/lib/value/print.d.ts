/** JSON as text. */
import type { Json } from "./json.js";
/** The value as text. It keeps the sign of -0, which Pulumi's numbers have and `JSON.stringify` drops. */
export declare function print(value: Json): string;
/** Whether a number in it is -0. */
export declare function hasNegativeZero(value: Json): boolean;
