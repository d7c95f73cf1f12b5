/** The parts of a Pulumi package schema that describe properties. */
import type { Properties } from "../property/shape.js";
import type { Types } from "../property/types.js";
import type { JsonObject } from "../value/json.js";
/** An object with these properties; the arguments of a method are one, too. */
export declare function objectSchema(properties: Properties, types: Types, side?: "object" | "argument"): JsonObject;
/** `properties` and `required` of a resource: its recorded properties. */
export declare function outputSchema(properties: Properties, types: Types): JsonObject;
/** `stateInputs` of a resource: the properties that a look-up may give beside the id. A default is not part of that. */
export declare function stateInputSchema(properties: Properties, types: Types): JsonObject;
/** `inputProperties` and `requiredInputs` of a resource or of the provider; `named` is the property that the host names. */
export declare function inputSchema(properties: Properties, named: string | undefined, types: Types): JsonObject;
