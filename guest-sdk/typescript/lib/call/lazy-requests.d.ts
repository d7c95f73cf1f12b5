/** Requests whose members are read from the interface on access, because most hooks read few. A copy has all members. */
import type { Resource } from "../definition/resource.js";
import type { JsonObject } from "../value/json.js";
import type { CheckRequest } from "./wire.js";
type Values = Record<string, unknown>;
/** The request of `check`. */
export interface CheckAsked {
    readonly inputs: Values;
    readonly oldInputs: Values | undefined;
    readonly oldOutputs: Values | undefined;
}
/** The request of `read`. */
export interface ReadAsked {
    readonly id: string;
    readonly old: Values | undefined;
    readonly inputs: Values | undefined;
}
/** Makes the request of `check`. */
export declare function checkAsked(inputs: Values, resource: Resource, request: CheckRequest): CheckAsked;
/** Makes the request of `read`; `known` are the recorded inputs. */
export declare function readAsked(id: string, old: Values | undefined, resource: Resource, known: JsonObject | undefined): ReadAsked;
export {};
