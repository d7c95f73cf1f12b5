/** Requests and answers of the interface, and their common handling. */

import { InvalidError, PartialError, ProviderError, type PropertyFailure } from "../errors.js";
import type { Resource } from "../definition/resource.js";
import type { CallContext, WirePropertyFailure, WireView } from "../host/interface.js";
import { NO_EXTRA } from "../host/interface.js";
import { text } from "../host/numbers.js";
import { decodeAll, decodeRecorded, encodeAll, encodeWhatCanBe, type Properties } from "../property/shape.js";
import type { Json, JsonObject } from "../value/json.js";
import { given, own } from "../value/own.js";
import { tellMisnamed } from "./misnamed.js";
import { print } from "../value/print.js";

/** Failures in the interface's form. */
export function wireFailures(failures: readonly PropertyFailure[]): WirePropertyFailure[] {
  return failures.map(({ property, reason }) => ({ property: text(property), reason: text(reason), extra: NO_EXTRA }));
}

/** Runs a check. An `InvalidError` counts like collected failures. */
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
  return decodeAll(resource.properties, merged(resource, outputs, inputs), "", "plain");
}

/** The recorded properties. A property that does not fit fails when a hook reads it. */
export function recordedOf(resource: Resource, outputs: JsonObject, inputs: JsonObject): Record<string, unknown> {
  return decodeRecorded(resource.properties, merged(resource, outputs, inputs));
}

/** The state of a checkpoint, which may lack any output. */
export function savedOf(resource: Resource, outputs: JsonObject, inputs: JsonObject): Record<string, unknown> {
  const values = merged(resource, outputs, inputs);
  const isLate = (name: string): boolean => !Object.hasOwn(resource.inputs, name) && (own(values, name) ?? null) === null;
  return decodeRecorded(Object.fromEntries(Object.entries(resource.properties).filter(([name]) => !isLate(name))), values);
}

function merged(resource: Resource, outputs: JsonObject, inputs: JsonObject): JsonObject {
  const all: JsonObject = { ...outputs };
  for (const name of Object.keys(resource.inputs)) {
    const value = own(inputs, name);
    if (!Object.hasOwn(resource.outputs, name) && value !== undefined) all[name] = value;
  }
  return all;
}

/**
 * Writes the outputs that a hook returned. Omitted inputs are recorded as given; inputs set to `undefined` are not
 * recorded. The host marks their secrets.
 */
export function encodeOutputs(resource: Resource, outputs: object, inputs: object): JsonObject {
  misnamed(resource, outputs);
  return whole(() => encodeAll(resource.outputs, { ...inputs, ...outputs }, "", "plain"));
}

/** Reports names that are not properties of the resource. Inputs may be left out. */
export function misnamed(resource: Resource, outputs: object): void {
  const wanted = Object.fromEntries(Object.entries(resource.outputs).filter(([name]) => !Object.hasOwn(resource.inputs, name)));
  tellMisnamed(outputs, resource.properties, wanted, resource.name);
}

/** Reports a wrong result of a hook, as a mistake of the provider, not of the program. */
export function whole<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof InvalidError)) throw error;
    throw new ProviderError(`the provider's answer cannot be recorded: ${error.message}`);
  }
}

/** Refuses promises, because hooks are synchronous. */
export function refusePromise(returned: unknown, what: string): void {
  if (typeof (returned as { then?: unknown } | undefined | null)?.then === "function") {
    throw new ProviderError(`${what} returned a promise, and the host does not wait for promises\nhint: hooks and functions are synchronous: remove \`async\`; \`settle(promise)\` waits for what a library returns`);
  }
}

/**
 * The outputs of a hook, as {@link encodeOutputs} writes them, as text. A value that cannot be written is a partial
 * failure of the resource, which exists and is whole.
 */
export function recorded(resource: Resource, id: string, outputs: object, inputs: object, wrong?: string): string {
  misnamed(resource, outputs);
  const { encoded, lost, reasons } = encodeWhatCanBe(resource.outputs, { ...inputs, ...outputs });
  if (lost.length === 0 && wrong === undefined) return print(encoded);
  const reason = wrong ?? cannotBeRecorded(reasons);
  throw new EncodedPartialError(new PartialError(id, outputs, reason), encoded, lost);
}

function cannotBeRecorded(reasons: readonly string[]): string {
  return `the provider's answer cannot be recorded: ${reasons.join("; ")}`;
}

/** A partial failure with its outputs in the form of the interface, except for outputs that cannot be written. */
export function withOutputs(error: unknown, properties: Properties, inputs: object): unknown {
  if (!(error instanceof PartialError) || error instanceof EncodedPartialError) return error;
  const { encoded, lost, reasons } = encodeWhatCanBe(properties, { ...inputs, ...error.outputs });
  const all = lost.length === 0 ? error.reasons : [...error.reasons, cannotBeRecorded(reasons)];
  return new EncodedPartialError(new PartialError(error.id, error.outputs, all), encoded);
}

/** Saves the outputs of a checkpoint that can be written, and then fails if some cannot. */
export function saveOutputs(resource: Resource, outputs: object, inputs: object, save: (text: string) => void): void {
  misnamed(resource, outputs);
  const known: Record<string, unknown> = { ...inputs, ...outputs };
  const there = Object.entries(resource.outputs).filter(([name]) => given(known, name) !== undefined);
  const { encoded, lost, reasons } = encodeWhatCanBe(Object.fromEntries(there), known);
  save(print(encoded));
  if (lost.length > 0) throw new ProviderError(cannotBeRecorded(reasons));
}

/** A partial failure that is ready to cross the interface. */
export class EncodedPartialError extends PartialError {
  readonly encoded: Json;
  /** The outputs of a complete resource that could not be written. */
  readonly unrecorded: readonly string[] | undefined;

  constructor(error: PartialError, encoded: JsonObject, unrecorded?: readonly string[]) {
    super(error.id, error.outputs, error.reasons);
    this.encoded = encoded;
    this.unrecorded = unrecorded;
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
