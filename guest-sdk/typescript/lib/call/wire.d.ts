/** Requests and answers of the interface, and their common handling. */
import { PartialError, type PropertyFailure } from "../errors.js";
import type { Resource } from "../definition/resource.js";
import type { CallContext, WirePropertyFailure, WireView } from "../host/interface.js";
import { type Properties } from "../property/shape.js";
import type { Json, JsonObject } from "../value/json.js";
/** Failures in the interface's form. */
export declare function wireFailures(failures: readonly PropertyFailure[]): WirePropertyFailure[];
/** Runs a check. An `InvalidError` counts like collected failures. */
export declare function collecting(check: () => void): readonly PropertyFailure[];
/** The state of a resource, with the inputs that are not among its outputs. */
export declare function stateOf(resource: Resource, outputs: JsonObject, inputs: JsonObject): Record<string, unknown>;
/** The recorded properties. A property that does not fit fails when a hook reads it. */
export declare function recordedOf(resource: Resource, outputs: JsonObject, inputs: JsonObject): Record<string, unknown>;
/** The state of a checkpoint, which may lack any output. */
export declare function savedOf(resource: Resource, outputs: JsonObject, inputs: JsonObject): Record<string, unknown>;
/**
 * Writes the outputs that a hook returned. Omitted inputs are recorded as given; inputs set to `undefined` are not
 * recorded. The host marks their secrets.
 */
export declare function encodeOutputs(resource: Resource, outputs: object, inputs: object): JsonObject;
/** Reports names that are not properties of the resource. Inputs may be left out. */
export declare function misnamed(resource: Resource, outputs: object): void;
/** Reports a wrong result of a hook, as a mistake of the provider, not of the program. */
export declare function whole<T>(write: () => T): T;
/** Refuses promises, because hooks are synchronous. */
export declare function refusePromise(returned: unknown, what: string): void;
/**
 * The outputs of a hook, as {@link encodeOutputs} writes them, as text. A value that cannot be written is a partial
 * failure of the resource, which exists and is whole.
 */
export declare function recorded(resource: Resource, id: string, outputs: object, inputs: object, wrong?: string): string;
/** A partial failure with its outputs in the form of the interface, except for outputs that cannot be written. */
export declare function withOutputs(error: unknown, properties: Properties, inputs: object): unknown;
/** Saves the outputs of a checkpoint that can be written, and then fails if some cannot. */
export declare function saveOutputs(resource: Resource, outputs: object, inputs: object, save: (text: string) => void): void;
/** A partial failure that is ready to cross the interface. */
export declare class EncodedPartialError extends PartialError {
    readonly encoded: Json;
    /** The outputs of a complete resource that could not be written. */
    readonly unrecorded: readonly string[] | undefined;
    constructor(error: PartialError, encoded: JsonObject, unrecorded?: readonly string[]);
}
export interface CheckConfigRequest {
    readonly context: CallContext;
    readonly config: string;
}
export interface CheckRequest {
    readonly context: CallContext;
    readonly oldInputs: string;
    readonly oldOutputs?: string | null;
    readonly inputs: string;
}
export type DifferenceKind = "add" | "add-replace" | "remove" | "remove-replace" | "change" | "change-replace";
export interface WireDifference {
    property: string;
    kind: DifferenceKind;
    extra: string;
}
export interface DiffRequest {
    readonly context: CallContext;
    readonly id: string;
    readonly oldInputs: string;
    readonly oldOutputs: string;
    readonly inputs: string;
    readonly differences: readonly WireDifference[];
    readonly deleteBeforeReplace: boolean;
}
export interface CreateRequest {
    readonly context: CallContext;
    readonly inputs: string;
}
export interface ResumeRequest {
    readonly context: CallContext;
    readonly id: string;
    readonly oldOutputs: string;
    readonly inputs: string;
}
export interface PreviewCreateRequest {
    readonly context: CallContext;
    readonly inputs: string;
    /** The outputs that the host would show. */
    readonly outputs: string;
}
export interface ReadRequest {
    readonly context: CallContext;
    readonly id: string;
    readonly oldInputs?: string | null;
    readonly oldOutputs?: string | null;
    readonly oldViews: readonly WireView[];
}
export interface UpdateRequest {
    readonly context: CallContext;
    readonly id: string;
    readonly oldInputs: string;
    readonly oldOutputs: string;
    readonly oldViews: readonly WireView[];
    readonly inputs: string;
}
export interface PreviewUpdateRequest extends UpdateRequest {
    /** The outputs that the host would show. */
    readonly outputs: string;
}
export interface DeleteRequest {
    readonly context: CallContext;
    readonly id: string;
    readonly oldInputs: string;
    readonly oldOutputs: string;
    readonly oldViews: readonly WireView[];
}
export interface MigrateRequest {
    readonly context: CallContext;
    readonly fromVersion: number;
    readonly oldInputs?: string | null;
    readonly oldOutputs?: string | null;
}
export interface ListRequest {
    readonly context: CallContext;
    readonly query: string;
    readonly limit: number;
    readonly pageSize: number;
    readonly continuationToken: string;
}
export interface InvokeRequest {
    readonly context: CallContext;
    readonly arguments: string;
}
