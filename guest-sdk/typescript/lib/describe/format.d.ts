/** The manifest's format: the lowest that has all keys which a manifest uses, so that hosts of any age read what they can. */
import { type JsonObject } from "../value/json.js";
/** The format that a manifest has to have. */
export declare function formatOf(manifest: JsonObject): number;
