/** Requests with members that are read from the interface when a hook looks at them: most hooks look at few. */
import type { Resource } from "../definition/resource.js";
import type { JsonObject } from "../value/json.js";
import type { CheckRequest } from "./wire.js";
type Values = Record<string, unknown>;
/** The request of `check`. */
export declare class CheckAsked {
    #private;
    readonly inputs: Values;
    constructor(inputs: Values, resource: Resource, request: CheckRequest);
    get oldInputs(): Values | undefined;
    get oldOutputs(): Values | undefined;
}
/** The request of `read`. */
export declare class ReadAsked {
    #private;
    readonly id: string;
    readonly old: Values | undefined;
    constructor(id: string, old: Values | undefined, resource: Resource, known: JsonObject | undefined);
    get inputs(): Values | undefined;
}
export {};
