/**
 * Tests of providers in Node, without WebAssembly and without an engine: a {@link FakeHost} in place of the host, and a
 * {@link TestProvider} that makes its calls.
 */

import { installGlobals } from "./globals/install.js";
import { attach, type Exports } from "./guest.js";
import { difference, wireDifference, type Difference } from "./call/diff.js";
import { wireError } from "./call/fail.js";
import type { CallContext, DeploymentHost, Host, Severity, WireError, WireRequest, WireResponse, WireStep } from "./host/interface.js";
import { componentsOf, type ComponentExports } from "./deployment/guest.js";
import type { Component } from "./definition/component.js";
import type { Method } from "./definition/method.js";
import type { ProviderFunction } from "./definition/function.js";
import type { PackageFacts, Provider } from "./definition/provider.js";
import type { Resource } from "./definition/resource.js";
import type { ListedResource } from "./definition/results.js";
import { tokenOf, type Named } from "./definition/token.js";
import { hostOnlyOf } from "./definition/host-only.js";
import { InvalidError, ProviderError } from "./errors.js";
import { decodeText, encodeText } from "./host/utf8.js";
import { isObject, type Json, type JsonObject } from "./value/json.js";
import type { Properties } from "./property/shape.js";
import { differencesOf } from "./testing/differences.js";
import { FakeDeployment, type Answers, type Lookup, type Registration } from "./testing/deployment.js";
import { print } from "./value/print.js";
import * as wire from "./value/wire.js";

export type { Answers, Lookup, Registration } from "./testing/deployment.js";
export { wire };

/** A request that a provider sent. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A body that is not UTF-8 has one character for each byte. */
  readonly body: string | undefined;
}

/** The answer to a request. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
  readonly bytes?: Uint8Array;
}

/** Fails as the host does. */
export function hostError(tag: Exclude<WireError["tag"], "invalid" | "partial" | "crashed">, message: string): Error {
  return Object.assign(new Error(message), { payload: { tag, val: { message, extra: "{}" } } });
}

/** Fails like the host for an invalid value. */
function invalid(property: string, reason: string): Error {
  return Object.assign(new Error(reason), { payload: { tag: "invalid", val: [{ property, reason, extra: "{}" }] } });
}

/** The maximum number of attempts of a wait without a limit. */
const MAX_ATTEMPTS = 10_000;

/** Stands in for everything outside. It has only the answers that a test gives it. */
export class FakeHost {
  /** Answers requests; without it every request is denied. */
  answer: ((request: Sent) => Answer) | undefined;
  /** Sees each request as the host gets it, with its attempts and its times. */
  seen: ((request: WireRequest) => void) | undefined;
  /** Environment variables that are granted. */
  env: Record<string, string> = {};
  /** The time, in milliseconds since 1970. Waiting moves it on. */
  now = Date.UTC(2000, 0, 1);
  /** The next random byte. */
  randomByte = (): number => Math.floor(this.#random() * 256);
  /** The requests, in order. */
  readonly requests: Sent[] = [];
  readonly messages: { readonly severity: Severity; readonly message: string; readonly ephemeral: boolean }[] = [];
  readonly checkpoints: { readonly id: string; readonly outputs: JsonObject }[] = [];
  readonly views: WireStep[] = [];
  /** Contents of assets by their handles; an archive has contents by their paths. */
  readonly assets = new Map<number, Uint8Array | Readonly<Record<string, Uint8Array>>>();
  /** The graph of a component's declarations. Internal to this package. */
  _deployment: DeploymentHost | undefined;
  readonly #shared = new Map<string, { readonly value: string; readonly ends: number }>();
  readonly #makings: (string | undefined)[] = [];
  readonly #turns = new Map<string, number>();
  readonly #random = engineRandom;
  #waited = 0;
  #files = 1_000_000;

  /** The host as components know it. Internal to this package. */
  _host(): Host {
    const fetch = (request: WireRequest): WireResponse => this.#fetch(request);
    const streams = new Map<number, { request: WireRequest; written: Uint8Array[]; body: Uint8Array; offset: number }>();
    let exchanges = 0;
    const stream = (number: number): { request: WireRequest; written: Uint8Array[]; body: Uint8Array; offset: number } => {
      const found = streams.get(number);
      if (found === undefined) throw hostError("not-found", `there is no request ${number}`);
      return found;
    };
    const pass = (milliseconds: number): void => {
      this.now += milliseconds;
    };
    return {
      log: { emit: ({ severity, message, ephemeral }) => void this.messages.push({ severity, message, ephemeral }) },
      http: {
        fetch,
        open: (request) => {
          exchanges += 1;
          streams.set(exchanges, { request, written: [], body: new Uint8Array(0), offset: 0 });
          return exchanges;
        },
        write: (number, bytes) => void stream(number).written.push(bytes),
        answer: (number) => {
          const opened = stream(number);
          const written = opened.written.flatMap((part) => [...part]);
          const body = opened.request.body?.tag.startsWith("written") ? { tag: "bytes" as const, val: Uint8Array.from(written) } : opened.request.body;
          const answer = fetch({ ...opened.request, body });
          opened.body = answer.body.tag === "text" ? encodeText(answer.body.val) : answer.body.val;
          return answer;
        },
        read: (number, count) => {
          const opened = stream(number);
          const part = opened.body.slice(opened.offset, opened.offset + count);
          opened.offset += part.length;
          return part;
        },
        close: (number) => void streams.delete(number),
      },
      clock: {
        now: () => ({ seconds: Math.floor(this.now / 1000), nanoseconds: (this.now % 1000) * 1e6 }),
        monotonicMs: () => this.now,
        sleep: pass,
      },
      random: { get: (count) => Uint8Array.from({ length: count }, this.randomByte) },
      env: {
        get: (name) => {
          if (Object.hasOwn(this.env, name)) return this.env[name];
          throw hostError("denied", `the environment variable \`${name}\` is not granted to this component`);
        },
      },
      checkpoint: { save: ({ id, outputs }) => void this.checkpoints.push({ id, outputs: JSON.parse(outputs) as JsonObject }) },
      asset: {
        open: (handle) => ({ size: this.#file(handle).length, hash: "", extra: "{}" }),
        read: (handle, offset, count) => this.#file(handle).slice(offset, offset + count),
        entries: (handle) => this.#entries(handle),
      },
      waiting: {
        pause: ({ attempts, firstDelayMs, factor, maxDelayMs, timeoutMs }, look, status) => {
          if (!(factor >= 1 && factor < Infinity)) throw invalid("factor", "it must be a number of 1 or more");
          this.messages.push({ severity: "info", message: status, ephemeral: true });
          const pause = Math.min(firstDelayMs * factor ** (look - 1), maxDelayMs);
          this.#waited = look === 1 ? pause : this.#waited + pause;
          if (timeoutMs > 0 && this.#waited > timeoutMs) throw hostError("timed-out", `the time is over: ${status}`);
          if (look === attempts) throw hostError("timed-out", `still not ready after ${look} ${look === 1 ? "attempt" : "attempts"}: ${status}`);
          if (look > MAX_ATTEMPTS) throw hostError("timed-out", `looked ${look} times: ${status}`);
          pass(pause);
        },
      },
      shared: {
        get: (key) => {
          const found = this.#shared.get(key);
          if (found !== undefined && found.ends > this.now) return { tag: "value", val: found.value };
          if (this.#makings.includes(key)) throw hostError("other", `the call that makes the shared value \`${key}\` asks for it: it would wait for itself`);
          return { tag: "missing", val: this.#makings.push(key) - 1 };
        },
        keep: (making, { value, livesMs }) => {
          const key = this.#makings[making];
          if (key !== undefined) this.#shared.set(key, { value, ends: this.now + livesMs });
          this.#makings[making] = undefined;
        },
        giveUp: (making) => {
          this.#makings[making] = undefined;
        },
        forget: (key, value) => {
          if (this.#shared.get(key)?.value === value) this.#shared.delete(key);
        },
        acquire: (name, { perSecond, burst }) => {
          if (!(perSecond > 0) || burst < 1) throw invalid("per-second", "it must be a number above 0");
          const regular = Math.max(this.#turns.get(name) ?? 0, this.now);
          this.#turns.set(name, regular + 1000 / perSecond);
          this.now = Math.max(this.now, regular - (1000 / perSecond) * (burst - 1));
        },
      },
      views: { publish: (steps) => void this.views.push(...steps) },
      deployment: {
        register: (registration) => this.#deployed().register(registration),
        registerOutputs: (outputs) => this.#deployed().registerOutputs(outputs),
        lookUp: (lookup) => this.#deployed().lookUp(lookup),
        apply: (applied) => this.#deployed().apply(applied),
      },
    };
  }

  #deployed(): DeploymentHost {
    if (this._deployment === undefined) throw hostError("unsupported", "no session is open");
    return this._deployment;
  }

  #asset(handle: number): Uint8Array | Readonly<Record<string, Uint8Array>> {
    const found = this.assets.get(handle);
    if (found === undefined) throw hostError("not-found", `the asset ${handle} was not in the request`);
    return found;
  }

  #file(handle: number): Uint8Array {
    const found = this.#asset(handle);
    return found instanceof Uint8Array ? found : new Uint8Array(0);
  }

  /** The files of an archive. Each becomes an asset. */
  #entries(handle: number): { path: string; handle: number; extra: string }[] {
    const found = this.#asset(handle);
    if (found instanceof Uint8Array) return [];
    const byPath = Object.entries(found).sort(([one], [other]) => (one < other ? -1 : 1));
    return byPath.map(([path, content]) => {
      this.#files += 1;
      this.assets.set(this.#files, content);
      return { path, handle: this.#files, extra: "{}" };
    });
  }

  #text(body: WireRequest["body"]): string | undefined {
    if (body?.tag === "text") return body.val;
    const bytes = body?.tag === "bytes" ? body.val : body?.tag === "asset" ? this.assets.get(body.val) : undefined;
    if (!(bytes instanceof Uint8Array)) return undefined;
    return decodeText(bytes) ?? Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  }

  #fetch(request: WireRequest): WireResponse {
    const { method, url, headers, body } = request;
    this.seen?.(request);
    const given = Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]));
    const sent: Sent = { method, url, headers: given, body: this.#text(body) };
    this.requests.push(sent);
    if (this.answer === undefined) throw hostError("denied", `this component may not reach ${url}`);
    const answer = this.answer(sent);
    const all = Object.entries(answer.headers ?? {}).map(([name, value]) => ({ name: name.toLowerCase(), value }));
    const written: WireResponse["body"] =
      answer.bytes === undefined
        ? { tag: "text", val: answer.text ?? (answer.json === undefined ? "" : JSON.stringify(answer.json)) }
        : { tag: "bytes", val: answer.bytes };
    return { status: answer.status ?? 200, url, headers: all, body: written, extra: "{}" };
  }
}

/** Node's own functions, before the package replaces them. */
const engineRandom = Math.random;

/** The further options of a call. */
export interface CallOptions {
  readonly preview?: boolean;
  readonly name?: string;
}

/** The options of a construction, and of the call of a method. */
export interface SessionOptions extends CallOptions {
  readonly answers?: Answers;
}

/** The result of a construction, or of the call of a method. */
export interface Constructed {
  /** The resources in the order of their declaration. */
  readonly registrations: readonly Registration[];
  readonly lookups: readonly Lookup[];
  readonly outputs: JsonObject;
}

/** The differences between recorded and new inputs, and their effect. */
export interface Compared {
  readonly differences: readonly Difference[];
  readonly deleteBeforeReplace: boolean;
}

/** The defaults that the host sets for inputs that are left out. */
function defaultsOf(properties: Properties): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, { facts }]) => {
      const value = facts.default ?? (facts.optional ? undefined : facts.constant);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Makes the calls of a host on a provider. Failures are thrown as the package's errors. */
export class TestProvider {
  readonly host: FakeHost;
  readonly #exports: Exports;
  readonly #packageName: string;
  readonly #hostOnly: ReadonlySet<string>;
  #sessions = 0;

  constructor(provider: Provider, options: { readonly host?: FakeHost; readonly config?: JsonObject; readonly facts?: PackageFacts } = {}) {
    installGlobals();
    const facts = { name: "test", version: "1.0.0", ...options.facts };
    this.host = options.host ?? new FakeHost();
    this.#packageName = provider.definition.name ?? facts.name;
    this.#hostOnly = hostOnlyOf(provider.definition);
    this.#exports = attach(provider, this.host._host(), { facts, componentsOf });
    // Like the build, it reports all mistakes in the definition.
    this.describe();
    if (options.config !== undefined) {
      // Like a host, without host-only values.
      this.#ask(() => this.#exports.lifecycle.configure({ context: this.#context("", {}), config: print(this.#shown(options.config ?? {})) }));
    }
  }

  /** The manifest. */
  describe(): JsonObject {
    return JSON.parse(this.#ask(() => this.#exports.description.describe())) as JsonObject;
  }

  /** The raw functions of the interface, for those without a method here. */
  get lifecycle(): Exports["lifecycle"] {
    return this.#exports.lifecycle;
  }

  /** The raw functions for components. */
  get components(): ComponentExports {
    const { components } = this.#exports;
    if (components === undefined) throw new ProviderError("the provider has no components");
    return components;
  }

  /** The failures that the check of the configuration finds. */
  checkConfig(config: JsonObject): { property: string; reason: string }[] {
    const { failures } = this.#ask(() => this.#exports.lifecycle.checkConfig({ context: this.#context("", { preview: true }), config: print(this.#shown(config)) }));
    return failures.map(({ property, reason }) => ({ property, reason }));
  }

  /** A configuration without the values for the host only. */
  #shown(config: JsonObject): JsonObject {
    return Object.fromEntries(Object.entries(config).filter(([name]) => !this.#hostOnly.has(name)));
  }

  /** The result of a check for inputs that the schema accepts. */
  check(resource: Resource, inputs: JsonObject, old: { readonly inputs?: JsonObject; readonly outputs?: JsonObject } = {}): { inputs: JsonObject; failures: { property: string; reason: string }[] } {
    const { inputs: checked, failures } = this.#ask(() =>
      this.#exports.lifecycle.check({
        context: this.#context(this.#token(resource), {}),
        oldInputs: print(old.inputs ?? {}),
        oldOutputs: old.outputs === undefined ? null : print(old.outputs),
        inputs: print(inputs),
      }),
    );
    return { inputs: JSON.parse(checked) as JsonObject, failures: failures.map(({ property, reason }) => ({ property, reason })) };
  }

  /** The result of a create, of its completion after a checkpoint, or of its preview, which has no id. */
  create(resource: Resource, inputs: JsonObject, options: CallOptions & { readonly resume?: { readonly id: string; readonly outputs: JsonObject } } = {}): { id: string; outputs: JsonObject } {
    const { lifecycle } = this.#exports;
    const request = { context: this.#context(this.#token(resource), options), inputs: print(inputs) };
    const { preview = false, resume } = options;
    const { id, outputs } = this.#ask(() => {
      if (resume !== undefined) return { id: resume.id, ...lifecycle.resume({ ...request, id: resume.id, oldOutputs: print(resume.outputs) }) };
      if (preview) return { id: "", ...lifecycle.previewCreate({ ...request, outputs: request.inputs }) };
      return lifecycle.create(request);
    });
    return { id, outputs: JSON.parse(outputs) as JsonObject };
  }

  /** The result of a read; `undefined` if the resource is missing. Without recorded outputs it is an import. */
  read(resource: Resource, id: string, recorded: { readonly inputs?: JsonObject; readonly outputs?: JsonObject } = {}): { id: string; inputs: JsonObject | undefined; outputs: JsonObject } | undefined {
    const { state } = this.#ask(() =>
      this.#exports.lifecycle.read({
        context: this.#context(this.#token(resource), {}),
        id,
        oldInputs: recorded.inputs === undefined ? null : print(recorded.inputs),
        oldOutputs: recorded.outputs === undefined ? null : print(recorded.outputs),
        oldViews: [],
      }),
    );
    if (state === undefined) return undefined;
    const inputs = state.inputs === undefined ? undefined : (JSON.parse(state.inputs) as JsonObject);
    return { id: state.id, inputs, outputs: JSON.parse(state.outputs) as JsonObject };
  }

  /** The result of an update, or of its preview. */
  update(resource: Resource, id: string, old: { readonly inputs: JsonObject; readonly outputs: JsonObject }, inputs: JsonObject, options: CallOptions = {}): JsonObject {
    const { lifecycle } = this.#exports;
    const request = {
      context: this.#context(this.#token(resource), options),
      id,
      oldInputs: print(old.inputs),
      oldOutputs: print(old.outputs),
      oldViews: [],
      inputs: print(inputs),
    };
    const { outputs } = this.#ask(() => (options.preview ? lifecycle.previewUpdate({ ...request, outputs: request.inputs }) : lifecycle.update(request)));
    return JSON.parse(outputs) as JsonObject;
  }

  /**
   * The differences between recorded and new inputs after the hook `diff`, if there is one. A host compares by the rules of the
   * properties as well; here each value that is not equal differs, at the path of the innermost one, and replaces if its property says so.
   */
  diff(resource: Resource, id: string, old: { readonly inputs: JsonObject; readonly outputs: JsonObject }, inputs: JsonObject): Compared {
    const found = differencesOf(resource, old.inputs, inputs);
    const { deleteBeforeReplace = false, diff } = resource.definition;
    if (diff === undefined) return { differences: found, deleteBeforeReplace };
    const answer = this.#ask(() =>
      this.#exports.lifecycle.diff({
        context: this.#context(this.#token(resource), { preview: true }),
        id,
        oldInputs: print(old.inputs),
        oldOutputs: print(old.outputs),
        inputs: print(inputs),
        differences: found.map(wireDifference),
        deleteBeforeReplace,
      }),
    );
    return { differences: answer.differences.map(difference), deleteBeforeReplace: answer.deleteBeforeReplace };
  }

  /** A page of a list. */
  list(
    resource: Resource,
    query: JsonObject = {},
    { limit = 0, pageSize = 0, continuationToken = "" }: { readonly limit?: number; readonly pageSize?: number; readonly continuationToken?: string } = {},
  ): { resources: ListedResource[]; continuationToken: string | undefined } {
    const page = this.#ask(() => this.#exports.lifecycle.list({ context: this.#context(this.#token(resource), {}), query: print(query), limit, pageSize, continuationToken }));
    const resources = page.resources.map(({ id, name }) => ({ id, name }));
    return { resources, continuationToken: page.continuationToken === "" ? undefined : page.continuationToken };
  }

  /** Deletes a resource. */
  delete(resource: Resource, id: string, recorded: { readonly inputs: JsonObject; readonly outputs: JsonObject }): void {
    this.#ask(() =>
      this.#exports.lifecycle.delete({
        context: this.#context(this.#token(resource), {}),
        id,
        oldInputs: print(recorded.inputs),
        oldOutputs: print(recorded.outputs),
        oldViews: [],
      }),
    );
  }

  /** Migrates the recorded state of an older version. `version` is the number of steps that this version had. */
  migrate(resource: Resource, version: number, recorded: { readonly inputs?: JsonObject; readonly outputs?: JsonObject }): { inputs: JsonObject | undefined; outputs: JsonObject | undefined } {
    const { inputs, outputs } = this.#ask(() =>
      this.#exports.lifecycle.migrate({
        context: this.#context(this.#token(resource), {}),
        fromVersion: version,
        oldInputs: recorded.inputs === undefined ? null : print(recorded.inputs),
        oldOutputs: recorded.outputs === undefined ? null : print(recorded.outputs),
      }),
    );
    const parse = (text: string | null | undefined) => (text === null || text === undefined ? undefined : (JSON.parse(text) as JsonObject));
    return { inputs: parse(inputs), outputs: parse(outputs) };
  }

  /** The result of a function. */
  invoke(found: ProviderFunction, inputs: JsonObject = {}, options: CallOptions = {}): Json {
    const { resultValue, failures } = this.#ask(() =>
      this.#exports.lifecycle.invoke({ context: this.#context(this.#token(found), options), arguments: print(inputs) }),
    );
    if (failures.length > 0) throw new InvalidError(failures);
    return JSON.parse(resultValue) as JsonObject;
  }

  /**
   * Constructs a component: the result has its declarations, with the values once they are known, and its outputs. Inputs may be secrets and unknown, in the
   * forms of {@link wire}.
   *
   *     const { registrations, outputs } = tests.construct(Website, { title: "Docs" }, { name: "docs" });
   */
  construct(component: Component, inputs: JsonObject, { answers = {}, ...options }: SessionOptions = {}): Constructed {
    const context = this.#context(this.#token(component), options);
    return this.#session(context, inputs, component.inputs, answers, (session, given) => {
      const made = this.components.construct({ context, session, inputs: given, options: "{}" });
      return made.outputs;
    });
  }

  /**
   * Calls a method: the result has its declarations, and its results as `outputs`. `self` has the outputs of its resource.
   *
   *     const { outputs } = tests.call(announce, { url: "https://docs.example/" }, { text: "We have moved." });
   */
  call(method: Method, self: JsonObject, inputs: JsonObject = {}, { answers = {}, ...options }: SessionOptions = {}): Constructed {
    const owner = this.#token(method.of);
    const context = { ...this.#context(owner, options), token: `${owner}/${method.name}` };
    const isSelf = ({ kind, arguments: { resource } }: Lookup): boolean => kind === "reference" && isObject(resource) && resource["urn"] === context.urn;
    const found: Answers = { ...answers, lookup: (lookup) => (isSelf(lookup) ? self : answers.lookup?.(lookup)) };
    return this.#session(context, inputs, method.inputs, found, (session, given) => {
      const { resultValue, failures } = this.components.callMethod({ context, session, receiver: print(wire.output(0, "")), arguments: given });
      if (failures.length > 0) throw wireError(new InvalidError(failures));
      return resultValue;
    });
  }

  #session(context: CallContext, inputs: JsonObject, properties: Properties, answers: Answers, enter: (session: number, given: string) => string): Constructed {
    const known = Object.entries({ ...defaultsOf(properties), ...inputs });
    const isPlain = (value: Json): boolean => !wire.containsSecret(value) && !wire.containsUnknown(value);
    const deployment = new FakeDeployment({ ...Object.fromEntries(known), urn: context.urn }, context.preview, answers);
    this.host._deployment = deployment._host();
    const given = Object.fromEntries(known.map(([name, value]) => [name, isPlain(value) ? value : wire.output(0, name)]));
    const { components } = this;
    this.#sessions += 1;
    const session = this.#sessions;
    try {
      const made = this.#ask(() => enter(session, print(given)));
      deployment.settle((kind, callback, argument) => {
        const result = this.#ask(() => components.runCallback({ context, session, callback, kind, argument: print(argument) }));
        return JSON.parse(result.resultValue) as Json;
      });
      const { registrations, lookups } = deployment;
      return { registrations, lookups, outputs: deployment.resolve(JSON.parse(made) as JsonObject) as JsonObject };
    } finally {
      this.#ask(() => components.close({ session }));
      this.host._deployment = undefined;
    }
  }

  #token(found: Named): string {
    return tokenOf(this.#packageName, found);
  }

  #context(token: string, { preview = false, name = "thing" }: CallOptions) {
    const urn = token === "" ? "" : `urn:pulumi:test::test::${token}::${name}`;
    return { urn, token, name, project: "test", stack: "test", preview, timeLeftMs: 60_000, extra: "{}" };
  }

  #ask<T>(question: () => T): T {
    try {
      return question();
    } catch (error) {
      throw readable(error as WireError);
    }
  }
}

/** A failure as the package's errors, with its kind as the name. */
function readable(error: WireError): Error {
  switch (error.tag) {
    case "invalid":
      return new InvalidError(error.val);
    case "partial":
      return Object.assign(new ProviderError(error.val.reasons.join("; ")), { name: "partial", ...error.val, outputs: JSON.parse(error.val.outputs) as JsonObject });
    default:
      return Object.assign(new ProviderError(error.val?.message ?? String(error)), { name: error.tag });
  }
}
