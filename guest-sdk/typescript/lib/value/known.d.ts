/** Shows whether a value is known. */
import type { Known } from "../property/infer.js";
/** Whether a value of a draft, with all its parts, is known. An absent value is known to be absent. */
export declare function isKnown<V>(value: V): value is Known<V> & V;
