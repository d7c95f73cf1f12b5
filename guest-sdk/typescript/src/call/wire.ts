/** Requests and answers of the interface, and what is common to their handling. */

import { InvalidError, PartialError, ProviderError, type PropertyFailure } from "../errors.js";
import type { Resource } from "../definition/resource.js";
import type { CallContext, WirePropertyFailure, WireView } from "../host/interface.js";
import { NO_EXTRA } from "../host/interface.js";
import { text } from "../host/numbers.js";
import { decodeAll, encodeAll } from "../property/shape.js";
import type { Json, JsonObject } from "../value/json.js";

/** The map inside a request. */
export function parse(map: string): JsonObject {
  return JSON.parse(map) as JsonObject;
}

/** A map of a request that may be missing. */
export function parseOptional(map: string | undefined | null): JsonObject | undefined {
  return map === undefined || map === null ? undefined : parse(map);
}

/** Failures as the interface has them. */
export function wireFailures(failures: readonly PropertyFailure[]): WirePropertyFailure[] {
  return failures.map(({ property, reason }) => ({ property: text(property), reason: text(reason), extra: NO_EXTRA }));
}

/** Runs a check; an `InvalidError` is the same as failures that were collected. */
export function collecting(check: () => void): readonly PropertyFailure[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof InvalidError) return error.failures;
    throw error;
  }
}

/** The state of a resource, with the inputs that are not among its outputs. */
export function stateOf(resource: Resource, outputs: JsonObject, inputs: JsonObject): Record<string, unknown> {
  const all: JsonObject = { ...outputs };
  for (const name of Object.keys(resource.inputs)) {
    const value = inputs[name];
    if (!(name in resource.outputs) && value !== undefined) all[name] = value;
  }
  return decodeAll(resource.properties, all, "", "plain");
}

/**
 * Writes what a hook returned as outputs. Inputs that it left out are recorded as they were given; those that it
 * made `undefined` are not recorded. Their secrets are marked by the host.
 */
export function encodeOutputs(resource: Resource, outputs: object, inputs: object): JsonObject {
  return whole(() => encodeAll(resource.outputs, { ...inputs, ...outputs }, "", "plain"));
}

/** What a hook returned is wrong: that is a mistake of the provider, not of the program. */
export function whole<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof InvalidError)) throw error;
    throw new ProviderError(`what the provider returned cannot be recorded: ${error.message}`);
  }
}

/** A promise can never be waited for: hooks are synchronous. */
export function refusePromise(returned: unknown, what: string): void {
  if (typeof (returned as { then?: unknown } | undefined | null)?.then === "function") {
    throw new ProviderError(`${what} returned a promise, which nobody waits for\nhint: hooks and functions are synchronous: remove \`async\``);
  }
}

/** A partial failure, whose outputs are written as those of a success. */
export function withOutputs(error: unknown, encode: (outputs: object) => JsonObject): unknown {
  if (!(error instanceof PartialError)) return error;
  return new EncodedPartialError(error, encode(error.outputs));
}

/** A partial failure that is ready to cross the interface. */
export class EncodedPartialError extends PartialError {
  readonly encoded: Json;

  constructor(error: PartialError, encoded: JsonObject) {
    super(error.id, error.outputs, error.reasons);
    this.encoded = encoded;
  }
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
  readonly found: readonly WireDifference[];
  readonly deleteBeforeReplace: boolean;
}

export interface CreateRequest {
  readonly context: CallContext;
  readonly inputs: string;
  readonly resumeOutputs?: string | null;
  readonly resumeId: string;
  readonly previewOutputs?: string | null;
}

export interface ReadRequest {
  readonly context: CallContext;
  readonly id: string;
  readonly inputs?: string | null;
  readonly outputs?: string | null;
  readonly oldViews: readonly WireView[];
}

export interface UpdateRequest {
  readonly context: CallContext;
  readonly id: string;
  readonly oldInputs: string;
  readonly oldOutputs: string;
  readonly inputs: string;
  readonly previewOutputs?: string | null;
  readonly oldViews: readonly WireView[];
}

export interface DeleteRequest {
  readonly context: CallContext;
  readonly id: string;
  readonly inputs: string;
  readonly outputs: string;
  readonly oldViews: readonly WireView[];
}

export interface MigrateRequest {
  readonly context: CallContext;
  readonly fromVersion: number;
  readonly inputs?: string | null;
  readonly outputs?: string | null;
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
