/** Compares inputs as a host does, except for the rules of properties. */
import type { Difference } from "../call/diff.js";
import type { Resource } from "../definition/resource.js";
import { type JsonObject } from "../value/json.js";
/** The differences of inputs, at the paths of the innermost values. */
export declare function differencesOf({ inputs: properties }: Resource, old: JsonObject, inputs: JsonObject): Difference[];
