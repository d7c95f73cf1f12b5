/** JSON as text. */
import type { Json } from "./json.js";
/** The value as text, in which -0 is not 0: `JSON.stringify` drops its sign, and Pulumi's numbers keep it. */
export declare function print(value: Json): string;
/** Whether a number in it is -0. */
export declare function hasNegativeZero(value: Json): boolean;
