/** From requests to an author's hooks and back. */

import { ProviderError, UnsupportedError } from "../errors.js";
import type { Resource } from "../definition/resource.js";
import type { ProviderFunction } from "../definition/function.js";
import type { Config } from "../definition/config.js";
import type { Configured } from "../definition/configured.js";
import { refuseReading } from "../definition/host-only.js";
import type { ListedResource, Page } from "../definition/results.js";
import { InvalidError } from "../errors.js";
import { NO_EXTRA, type WirePropertyFailure } from "../host/interface.js";
import { text } from "../host/numbers.js";
import { PropertyValue } from "../property/property.js";
import { asObject, decodeAll, encodeAll } from "../property/shape.js";
import type { JsonObject } from "../value/json.js";
import { own } from "../value/own.js";
import { print } from "../value/print.js";
import { Secret } from "../value/special.js";
import { checkAsked, readAsked } from "./lazy-requests.js";
import { FailuresContext, HookContext } from "./context.js";
import { Diff, difference, wireDifference } from "./diff.js";
import { afterwards } from "./fail.js";
import { Kept } from "./keep.js";
import { OldState } from "./migrate.js";
import { tellMisnamed } from "./misnamed.js";
import { readView, type View } from "./views.js";
import { parse, parseOptional } from "../value/parse.js";
import {
  collecting,
  encodeOutputs,
  misnamed,
  recorded,
  recordedOf,
  refusePromise,
  savedOf,
  saveOutputs,
  stateOf,
  whole,
  wireFailures,
  withOutputs,
  type CheckConfigRequest,
  type CheckRequest,
  type CreateRequest,
  type DeleteRequest,
  type DiffRequest,
  type InvokeRequest,
  type ListRequest,
  type MigrateRequest,
  type PreviewCreateRequest,
  type PreviewUpdateRequest,
  type ReadRequest,
  type ResumeRequest,
  type UpdateRequest,
  type WireDifference,
} from "./wire.js";

/** The error of a hook that is called though the manifest does not list it. */
function missing(resource: Resource, hook: string): UnsupportedError {
  return new UnsupportedError(`\`${resource.name}\` has no \`${hook}\``);
}

/** Reads a configuration. A host-only value is missing here, even if the program must set it. */
function settingsOf({ properties }: Config, request: CheckConfigRequest, hostOnly: ReadonlySet<string>, mode: "plain" | "draft"): Record<string, unknown> {
  const isHidden = (name: string): boolean => hostOnly.has(name) && own(properties, name)?.facts.optional !== true;
  const shown = Object.entries(properties).filter(([name]) => !isHidden(name));
  const settings = decodeAll(Object.fromEntries(shown), parse(request.config), "", mode);
  for (const name of Object.keys(properties).filter(isHidden)) refuseReading(settings, name);
  return settings;
}

export function checkConfig(config: Config, request: CheckConfigRequest, hostOnly: ReadonlySet<string>): { failures: WirePropertyFailure[]; extra: string } {
  const cx = new FailuresContext(request.context, {});
  const failures = collecting(() => {
    refusePromise(config.definition.check?.(settingsOf(config, request, hostOnly, "draft"), cx), "`check`");
  });
  return { failures: wireFailures([...cx.failures, ...failures]), extra: NO_EXTRA };
}

/** Makes the values of `cx.config` and `cx.client`. */
export function configure(config: Config, request: CheckConfigRequest, hostOnly: ReadonlySet<string>): Configured {
  const settings = settingsOf(config, request, hostOnly, "plain");
  const client: unknown = config.definition.configure?.(settings, new HookContext(request.context, {}));
  refusePromise(client, "`configure`");
  return { settings, client };
}

export function check(resource: Resource, request: CheckRequest, configured: Configured | undefined): { inputs: string; failures: WirePropertyFailure[]; extra: string } {
  const { definition } = resource;
  const cx = new FailuresContext(request.context, { configured });
  let written = request.inputs;
  const failures = collecting(() => {
    const kept = new Kept(resource.inputs, parse(request.inputs), "draft");
    if (definition.check === undefined) throw missing(resource, "check");
    refusePromise(definition.check(checkAsked(kept.draft, resource, request), cx), "`check`");
    written = whole(() => kept.print(request.inputs));
  });
  return { inputs: written, failures: wireFailures([...cx.failures, ...failures]), extra: NO_EXTRA };
}

export function diff(resource: Resource, request: DiffRequest, configured: Configured | undefined): { differences: WireDifference[]; deleteBeforeReplace: boolean; extra: string } {
  const { definition, inputs } = resource;
  const cx = new HookContext(request.context, { configured });
  const found = request.differences.map(difference);
  let isOdd = false;
  /** Reads a side on first access. It may have the shape of an older version. */
  const once = <T>(read: () => Record<string, unknown>): (() => T) => {
    let found: T | undefined;
    return () => {
      try {
        return (found ??= read() as T);
      } catch (error) {
        isOdd = error instanceof InvalidError;
        throw error;
      }
    };
  };
  const draft = (map: string) => decodeAll(inputs, parse(map), "", "draft");
  const readings = {
    old: once<Diff["old"]>(() => stateOf(resource, parse(request.oldOutputs), parse(request.oldInputs))),
    oldInputs: once<Diff["oldInputs"]>(() => draft(request.oldInputs)),
    inputs: once<Diff["inputs"]>(() => draft(request.inputs)),
  };
  const compared: Diff = new Diff(request.id, readings, request.deleteBeforeReplace, found);
  if (definition.diff === undefined) throw missing(resource, "diff");
  try {
    refusePromise(definition.diff(compared, cx), "`diff`");
  } catch (error) {
    if (!isOdd || !(error instanceof InvalidError)) throw error;
    // A state of another shape does not stop the call: the host's differences are a fair answer.
    cx.debug(`the recorded state has another shape, so the host compares it: ${error.message}`);
    return { differences: [...request.differences], deleteBeforeReplace: request.deleteBeforeReplace, extra: NO_EXTRA };
  }
  return { differences: compared.differences.map(wireDifference), deleteBeforeReplace: compared.deleteBeforeReplace, extra: NO_EXTRA };
}

/** The answer of a hook that predicts outputs. */
export interface PreviewAnswer {
  readonly outputs: string;
  readonly extra: string;
}

/** The answer of `update`, and of `resume`: the id stays. */
export interface UpdateAnswer {
  readonly outputs: string;
  readonly refreshBeforeUpdate: boolean;
  readonly extra: string;
}

export function create(resource: Resource, request: CreateRequest, configured: Configured | undefined): UpdateAnswer & { id: string } {
  const inputs = decodeAll(resource.inputs, parse(request.inputs), "", "plain");
  const cx = new HookContext(request.context, { configured, saveOutputs: (outputs, save) => saveOutputs(resource, outputs, inputs, save) });
  try {
    const created: unknown = resource.definition.create({ inputs }, cx);
    return afterwards(() => {
      refusePromise(created, "`create`");
      const { id: returned, outputs = {}, refreshBeforeUpdate = false } = asObject(created, "`create`") as { id: unknown; outputs?: object; refreshBeforeUpdate?: boolean };
      // Only its type can be wrong.
      const id: unknown = returned instanceof Secret ? returned.value : returned;
      const isNumber = typeof id === "number" || typeof id === "bigint";
      const noText = returned instanceof Secret ? "a secret as the `id`, which Pulumi keeps in plain text" : `the \`id\` ${String(id)}, which has to be a text`;
      const wrong = isNumber || returned !== id ? `\`create\` returned ${noText}` : undefined;
      if ((typeof id !== "string" && !isNumber) || id === "") throw new ProviderError("`create` returned no `id` for the resource that was made");
      return { id: text(id), outputs: recorded(resource, text(id), outputs, inputs, wrong), refreshBeforeUpdate: refreshBeforeUpdate || cx.wantsRefresh(), extra: NO_EXTRA };
    });
  } catch (error) {
    throw withOutputs(error, resource.outputs, inputs);
  }
}

export function resume(resource: Resource, request: ResumeRequest, configured: Configured | undefined): UpdateAnswer {
  const { definition } = resource;
  const given = parse(request.inputs);
  const old = savedOf(resource, parse(request.oldOutputs), given);
  return changed(resource, request, "resume", { configured }, (inputs, cx) => {
    if (definition.resume === undefined) throw missing(resource, "resume");
    return definition.resume({ id: request.id, old, inputs }, cx);
  });
}

export function previewCreate(resource: Resource, request: PreviewCreateRequest, configured: Configured | undefined): PreviewAnswer {
  const { definition } = resource;
  const cx = new HookContext(request.context, { configured });
  return predicted(resource, request, "previewCreate", (inputs, outputs) => {
    if (definition.previewCreate === undefined) throw missing(resource, "previewCreate");
    return definition.previewCreate({ inputs, outputs }, cx);
  });
}

/** Runs a hook that completes or changes a resource, and writes the outputs that it returns. */
function changed(
  resource: Resource,
  request: ResumeRequest | UpdateRequest,
  hook: string,
  extras: { readonly configured: Configured | undefined; readonly oldViews?: readonly View[] },
  run: (inputs: Record<string, unknown>, cx: HookContext) => unknown,
): UpdateAnswer {
  const inputs = decodeAll(resource.inputs, parse(request.inputs), "", "plain");
  const cx = new HookContext(request.context, { ...extras, saveOutputs: (outputs, save) => saveOutputs(resource, outputs, inputs, save) });
  try {
    const updated = run(inputs, cx);
    return afterwards(() => {
      refusePromise(updated, `\`${hook}\``);
      const { outputs = {}, refreshBeforeUpdate = false } = asObject(updated, `\`${hook}\``) as { outputs?: object; refreshBeforeUpdate?: boolean };
      return { outputs: recorded(resource, request.id, asObject(outputs, `\`outputs\` of \`${hook}\``), inputs), refreshBeforeUpdate: refreshBeforeUpdate || cx.wantsRefresh(), extra: NO_EXTRA };
    });
  } catch (error) {
    throw withOutputs(error, resource.outputs, inputs);
  }
}

/** Runs a hook that predicts outputs. It gets the host's outputs, and the outputs that it returns replace them. */
function predicted(
  resource: Resource,
  request: PreviewCreateRequest | PreviewUpdateRequest,
  hook: string,
  run: (inputs: Record<string, unknown>, outputs: Record<string, unknown>) => unknown,
): PreviewAnswer {
  const inputs = decodeAll(resource.inputs, parse(request.inputs), "", "draft");
  const kept = new Kept(resource.outputs, parse(request.outputs), "preview");
  const said = run(inputs, kept.draft);
  refusePromise(said, `\`${hook}\``);
  if (said === undefined || said === null) return { outputs: request.outputs, extra: NO_EXTRA };
  const { outputs = {} } = asObject(said, `\`${hook}\``) as { outputs?: object };
  misnamed(resource, asObject(outputs, `\`outputs\` of \`${hook}\``));
  return { outputs: print(whole(() => kept.with(outputs).write())), extra: NO_EXTRA };
}

/** The answer of `read`: no state if the resource does not exist. */
export interface ReadAnswer {
  readonly state: { id: string; inputs: string | undefined; outputs: string; refreshBeforeUpdate: boolean; extra: string } | undefined;
  readonly extra: string;
}

export function read(resource: Resource, request: ReadRequest, configured: Configured | undefined): ReadAnswer {
  const { definition } = resource;
  const known = parseOptional(request.oldInputs);
  const recorded = parseOptional(request.oldOutputs);
  const encode = (outputs: object): JsonObject => {
    misnamed(resource, outputs);
    return whole(() => encodeAll(resource.outputs, outputs, "", "plain"));
  };
  const cx = new HookContext(request.context, { configured, oldViews: request.oldViews.map(readView) });
  if (definition.read === undefined) throw missing(resource, "read");
  const asked = readAsked(request.id, recorded && lookedUp(resource, recorded, known ?? {}), resource, known);
  try {
    const found: unknown = definition.read(asked, cx);
    refusePromise(found, "`read`");
    if (found === undefined || found === null) return { state: undefined, extra: NO_EXTRA };
    const { id = request.id, state, inputs, outputs = {}, refreshBeforeUpdate = false } = asObject(found, "`read`") as FoundParts;
    if (inputs === undefined && state === undefined) throw new ProviderError("`read` returned neither a `state` nor `inputs`\nhint: return `{ state: { … } }`, or `undefined` if the resource does not exist");
    const given = state === undefined ? asObject(outputs, "`outputs` of `read`") : asObject(state, "`state` of `read`");
    // The host takes inputs from the outputs, which lack inputs that are not recorded.
    const hidden = recorded === undefined && Object.keys(resource.inputs).some((name) => !Object.hasOwn(resource.outputs, name));
    const written = inputs ?? (hidden ? given : undefined);
    if (inputs !== undefined) tellMisnamed(inputs, resource.properties, resource.inputs, resource.name);
    return {
      state: {
        id: text(id),
        inputs: written && print(whole(() => encodeAll(resource.inputs, written, "", inputs === undefined ? "preview" : "plain"))),
        outputs: print(inputs === undefined ? encode(given) : encodeOutputs(resource, given, inputs)),
        refreshBeforeUpdate: refreshBeforeUpdate || cx.wantsRefresh(),
        extra: NO_EXTRA,
      },
      extra: NO_EXTRA,
    };
  } catch (error) {
    throw withOutputs(error, resource.outputs, {});
  }
}

/** The parts that a result of `read` may have. */
interface FoundParts {
  readonly id?: string;
  readonly state?: object;
  readonly inputs?: object;
  readonly outputs?: object;
  readonly refreshBeforeUpdate?: boolean;
}

/** A look-up may provide any part of the state, so only the id is reliable, as in an import. */
function lookedUp(resource: Resource, outputs: JsonObject, inputs: JsonObject): Record<string, unknown> | undefined {
  try {
    return stateOf(resource, outputs, inputs);
  } catch (error) {
    if (error instanceof InvalidError) return undefined;
    throw error;
  }
}

export function update(resource: Resource, request: UpdateRequest, configured: Configured | undefined): UpdateAnswer {
  const { definition } = resource;
  const old = recordedOf(resource, parse(request.oldOutputs), parse(request.oldInputs));
  return changed(resource, request, "update", { configured, oldViews: request.oldViews.map(readView) }, (inputs, cx) => {
    if (definition.update === undefined) throw missing(resource, "update");
    return definition.update({ id: request.id, old, inputs }, cx);
  });
}

export function previewUpdate(resource: Resource, request: PreviewUpdateRequest, configured: Configured | undefined): PreviewAnswer {
  const { definition } = resource;
  const old = recordedOf(resource, parse(request.oldOutputs), parse(request.oldInputs));
  const cx = new HookContext(request.context, { configured, oldViews: request.oldViews.map(readView) });
  return predicted(resource, request, "previewUpdate", (inputs, outputs) => {
    if (definition.previewUpdate === undefined) throw missing(resource, "previewUpdate");
    return definition.previewUpdate({ id: request.id, old, inputs, outputs }, cx);
  });
}

export function remove(resource: Resource, request: DeleteRequest, configured: Configured | undefined): void {
  const { definition } = resource;
  const cx = new HookContext(request.context, { configured, oldViews: request.oldViews.map(readView) });
  if (definition.delete === undefined) throw missing(resource, "delete");
  const old = recordedOf(resource, parse(request.oldOutputs), parse(request.oldInputs));
  const removed: unknown = definition.delete({ id: request.id, old }, cx);
  afterwards(() => refusePromise(removed, "`delete`"));
}

export function migrate(resource: Resource, request: MigrateRequest): { inputs: string | undefined; outputs: string | undefined; extra: string } {
  const steps = resource.definition.migrations;
  if (steps === undefined) throw missing(resource, "migrations");
  if (request.fromVersion > steps.length) {
    throw new UnsupportedError(`the state has version ${request.fromVersion}, and this provider knows versions up to ${steps.length}`);
  }
  const state = new OldState(parseOptional(request.oldInputs), parseOptional(request.oldOutputs));
  for (const step of steps.slice(request.fromVersion)) refusePromise(step(state), "a migration");
  const { inputs, outputs } = state._parts();
  return { inputs: inputs && print(inputs), outputs: outputs && print(outputs), extra: NO_EXTRA };
}

export function list(resource: Resource, request: ListRequest, configured: Configured | undefined): { resources: { id: string; name: string; extra: string }[]; continuationToken: string; extra: string } {
  const { definition } = resource;
  if (definition.list === undefined) throw missing(resource, "list");
  const asked = {
    query: decodeAll(resource.query, parse(request.query), "", "plain"),
    limit: request.limit > 0 ? request.limit : undefined,
    pageSize: request.pageSize > 0 ? request.pageSize : undefined,
    continuationToken: request.continuationToken === "" ? undefined : request.continuationToken,
  };
  const page = definition.list(asked, new HookContext(request.context, { configured }));
  refusePromise(page, "`list`");
  const { resources: found, continuationToken = "" } = asObject(page, "`list`") as Page;
  if (!Array.isArray(found)) throw new ProviderError("`list` returned no `resources`\nhint: return `{ resources: [{ id, name }], continuationToken }`");
  const resources = found.map(({ id, name }: ListedResource) => ({ id: text(id), name: text(name), extra: NO_EXTRA }));
  return { resources, continuationToken: text(continuationToken), extra: NO_EXTRA };
}

/** The name of the one result of a function that returns no object. SDKs never show it. */
const RESULT = "result";

export function invoke(found: ProviderFunction, request: InvokeRequest, configured: Configured | undefined): { resultValue: string; failures: WirePropertyFailure[]; extra: string } {
  const cx = new HookContext(request.context, { configured });
  let returned: unknown;
  const failures = collecting(() => {
    returned = found.definition.call(decodeAll(found.inputs, parse(request.arguments), "", "plain"), cx);
    refusePromise(returned, `\`${found.name}\``);
  });
  if (failures.length > 0) return { resultValue: "{}", failures: wireFailures(failures), extra: NO_EXTRA };
  const { outputs } = found;
  const result = whole(() => {
    if (outputs instanceof PropertyValue) return { [RESULT]: outputs.encode(returned, "", "plain") ?? null };
    const named = asObject(returned ?? {}, `\`${found.name}\``);
    tellMisnamed(named, outputs, outputs, found.name);
    return encodeAll(outputs, named, "", "plain");
  });
  return { resultValue: print(result), failures: [], extra: NO_EXTRA };
}
