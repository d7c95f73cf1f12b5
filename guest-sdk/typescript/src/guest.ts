/** The exported functions: they find the definition of a request. Only the build's code calls {@link attach}. */

import { UnsupportedError, ProviderError } from "./errors.js";
import { configure, check, checkConfig, create, diff, invoke, list, migrate, previewCreate, previewUpdate, read, remove, resume, update } from "./call/dispatch.js";
import { wireError } from "./call/fail.js";
import { setLines, type Lines } from "./call/stack.js";
import { forgetTurns } from "./call/turns.js";
import type {
  CheckConfigRequest,
  CheckRequest,
  CreateRequest,
  DeleteRequest,
  DiffRequest,
  InvokeRequest,
  ListRequest,
  MigrateRequest,
  PreviewCreateRequest,
  PreviewUpdateRequest,
  ReadRequest,
  ResumeRequest,
  UpdateRequest,
} from "./call/wire.js";
import type { Configured } from "./definition/configured.js";
import { tokenOf } from "./definition/token.js";
import type { ComponentExports, Constructing } from "./deployment/guest.js";
import { Provider, type PackageFacts } from "./definition/provider.js";
import type { Resource } from "./definition/resource.js";
import { hostOnlyOf } from "./definition/host-only.js";
import { manifest } from "./describe/manifest.js";
import { attach as attachHost, during } from "./host/current.js";
import type { CallContext, Host } from "./host/interface.js";
import type { JsonObject } from "./value/json.js";

/** The exports of a component. */
export interface Exports {
  readonly description: { describe(): string };
  readonly lifecycle: ReturnType<typeof lifecycleOf>["lifecycle"];
  /** Only a provider with component resources has it. */
  readonly components?: ComponentExports;
}

/** The build's facts about the package. */
export interface Built {
  readonly facts: PackageFacts;
  /** Makes the functions for components. The build sets it for providers with component resources. */
  readonly componentsOf?: (parts: Constructing) => ComponentExports;
}

declare global {
  // eslint-disable-next-line no-var
  var pulumiWasmLines: Lines | undefined;
}

/** Makes the exports of a component of a provider. */
export function attach(provider: unknown, host: Host, { facts, componentsOf }: Built): Exports {
  attachHost(host);
  if (!(provider instanceof Provider)) {
    throw new ProviderError("the source has no provider as its default export\nhint: write `export default provider({ … })`");
  }
  const { lifecycle, packageName, configuration } = lifecycleOf(provider, facts);
  const { components = [], methods = [] } = provider.definition;
  return {
    description: { describe: () => entered(() => JSON.stringify(described(provider, facts))) },
    lifecycle,
    ...(componentsOf === undefined ? {} : { components: componentsOf({ packageName, components, methods, configuration, entered }) }),
  };
}

/** The manifest, or all mistakes in the definitions. */
export function described(provider: Provider, facts: PackageFacts): JsonObject {
  return manifest(provider, facts);
}

/** Runs a call, whose exceptions become errors of the interface. */
function entered<T>(call: () => T): T {
  setLines(globalThis.pulumiWasmLines);
  forgetTurns();
  try {
    return during(call);
  } catch (error) {
    // eslint-disable-next-line @typescript-eslint/only-throw-error
    throw wireError(error);
  }
}

/** Functions for every call of the interface. */
function lifecycleOf(provider: Provider, facts: PackageFacts) {
  const { config, resources = [], functions = [] } = provider.definition;
  const packageName = provider.definition.name ?? facts.name ?? "";
  const token = (found: { readonly name: string; readonly module: string | undefined }): string => tokenOf(packageName, found);
  const resourcesByToken = new Map(resources.map((resource) => [token(resource), resource]));
  const functionsByToken = new Map(functions.map((found) => [token(found), found]));
  const hostOnly = hostOnlyOf(provider.definition);
  /** The settings and what `configure` built: all that an instance keeps between calls. */
  let configured: Configured | undefined;
  let isConfigured = false;

  const notHere = (asked: string): UnsupportedError => new UnsupportedError(`\`${asked}\` is not in this component`);
  const configuration = (): Configured | undefined => {
    if (config !== undefined && !isConfigured) throw new ProviderError("the provider was called before it was configured");
    return configured;
  };
  const resourceOf = (context: CallContext): Resource => {
    const found = resourcesByToken.get(context.token);
    if (found === undefined) throw notHere(context.token);
    return found;
  };
  const about =
    <R extends { readonly context: CallContext }, A>(call: (resource: Resource, request: R, configured: Configured | undefined) => A) =>
    (request: R): A =>
      entered(() => call(resourceOf(request.context), request, configuration()));

  const lifecycle = {
    checkConfig: (request: CheckConfigRequest) =>
      entered(() => {
        if (config?.definition.check === undefined) throw new UnsupportedError("the configuration has no `check`");
        return checkConfig(config, request, hostOnly);
      }),
    configure: (request: CheckConfigRequest): void =>
      entered(() => {
        if (config !== undefined) configured = configure(config, request, hostOnly);
        isConfigured = true;
      }),
    check: about<CheckRequest, ReturnType<typeof check>>(check),
    diff: about<DiffRequest, ReturnType<typeof diff>>(diff),
    create: about<CreateRequest, ReturnType<typeof create>>(create),
    resume: about<ResumeRequest, ReturnType<typeof resume>>(resume),
    previewCreate: about<PreviewCreateRequest, ReturnType<typeof previewCreate>>(previewCreate),
    read: about<ReadRequest, ReturnType<typeof read>>(read),
    update: about<UpdateRequest, ReturnType<typeof update>>(update),
    previewUpdate: about<PreviewUpdateRequest, ReturnType<typeof previewUpdate>>(previewUpdate),
    delete: about<DeleteRequest, void>(remove),
    migrate: (request: MigrateRequest) => entered(() => migrate(resourceOf(request.context), request)),
    list: about<ListRequest, ReturnType<typeof list>>(list),
    invoke: (request: InvokeRequest) =>
      entered(() => {
        const found = functionsByToken.get(request.context.token);
        if (found === undefined) throw notHere(request.context.token);
        return invoke(found, request, configuration());
      }),
  };
  return { lifecycle, packageName, configuration };
}
