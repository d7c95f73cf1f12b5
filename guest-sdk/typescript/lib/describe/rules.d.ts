/** The manifest's rules beside the schema: rules for values, and rules between properties. */
import type { Constraint } from "../definition/constraints.js";
import type { Properties } from "../property/shape.js";
import type { JsonObject } from "../value/json.js";
/**
 * The members `properties` and `constraints`, if there are any rules. `isSet` says which values programs give,
 * because the rules of types apply to these.
 */
export declare function ruleMembers(properties: Properties, constraints?: readonly Constraint<string>[], isSet?: (name: string) => boolean): JsonObject;
