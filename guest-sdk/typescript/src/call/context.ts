/** The data of a call, and its functions. */

import type { Configuration, Configured } from "../definition/configured.js";
import { ProviderError, type PropertyFailure } from "../errors.js";
import { ask } from "../host/current.js";
import { NO_EXTRA, type CallContext, type Severity } from "../host/interface.js";
import { text, u32 } from "../host/numbers.js";
import { fill } from "../host/random.js";
import type { Backoff } from "./backoff.js";
import type { CheckContext, CreateContext, DeleteContext, FunctionContext, ListContext, PreviewContext, ReadContext, UpdateContext } from "./contexts.js";
import { UNKNOWN } from "../value/special.js";
import { Shared } from "./shared.js";
import { publish, type View, type ViewStep } from "./views.js";
import { waitFor, type Pending } from "./wait.js";

/** The data of a call for its context, beside its resource. */
export interface Extras {
  readonly configured?: Configured | undefined;
  readonly oldViews?: readonly View[];
  /** Writes outputs, with the inputs that are not among them, and passes them to the host. */
  readonly saveOutputs?: (outputs: object, save: (text: string) => void) => void;
}

/** Shows a message of the running call. */
export function log(severity: Severity, message: unknown, ephemeral = false): void {
  ask("log messages", (host) => host.log.emit({ severity, message: message === UNKNOWN ? "[unknown]" : text(message), ephemeral, extra: NO_EXTRA }));
}

/** This many random bytes. */
export function randomBytes(count: number): Uint8Array {
  const bytes = new Uint8Array(count);
  fill(bytes);
  return bytes;
}

/** The result of `configure`. Fails without a configuration. */
export function clientOf<C>(configured: Configured | undefined): C {
  const { client } = needed(configured);
  if (client === undefined) throw new ProviderError("the configuration has no client\nhint: return one from `configure` of `config({ … }, { configure(settings, cx) { … } })`");
  return client as C;
}

/** The settings. Fails without a configuration. */
export function settingsOf<T>(configured: Configured | undefined): T {
  return needed(configured).settings as T;
}

function needed(configured: Configured | undefined): Configured {
  if (configured === undefined) throw new ProviderError("the configuration was asked for before the provider was configured");
  return configured;
}

/** The context of every hook: the interfaces in `contexts.ts` say which part of it a hook sees. */
export class HookContext implements PreviewContext, CreateContext, UpdateContext, ReadContext, DeleteContext, ListContext, FunctionContext {
  readonly urn: string;
  readonly token: string;
  readonly name: string;
  readonly project: string | undefined;
  readonly stack: string | undefined;
  readonly preview: boolean;
  readonly #ends: number;
  readonly #extras: Extras;
  #wantsRefresh = false;

  constructor(call: CallContext, extras: Extras) {
    this.urn = call.urn;
    this.token = call.token;
    this.name = call.name;
    this.project = call.project ?? undefined;
    this.stack = call.stack ?? undefined;
    this.preview = call.preview;
    this.#ends = ask("time", (host) => host.clock.monotonicMs()) + call.timeLeftMs;
    this.#extras = extras;
  }

  get timeLeft(): number {
    return Math.max(0, this.#ends - ask("time", (host) => host.clock.monotonicMs()));
  }

  config<T>(_config: Configuration<T, unknown>): T {
    return settingsOf(this.#extras.configured);
  }

  client<C>(_config: Configuration<unknown, C>): C {
    return clientOf(this.#extras.configured);
  }

  get oldViews(): readonly View[] {
    return this.#extras.oldViews ?? [];
  }

  debug(message: unknown): void {
    log("debug", message);
  }

  info(message: unknown): void {
    log("info", message);
  }

  warn(message: unknown): void {
    log("warning", message);
  }

  error(message: unknown): void {
    log("error", message);
  }

  status(message: unknown): void {
    log("info", message, true);
  }

  sleep(milliseconds: number): void {
    ask("waiting", (host) => host.clock.sleep(u32(milliseconds)));
  }

  wait<T>(backoff: Backoff & { readonly every: number }, look: (attempt: number) => T | Pending): T {
    return waitFor(backoff, look);
  }

  get shared(): Shared {
    return new Shared();
  }

  env(name: string): string | undefined {
    return ask("environment variables", (host) => host.env.get(text(name))) ?? undefined;
  }

  random(count: number): Uint8Array {
    return randomBytes(count);
  }

  checkpoint(id: string, outputs: object): void {
    const save = (written: string): void => {
      ask("checkpoints", (host) => host.checkpoint.save({ id: text(id), outputs: written, extra: NO_EXTRA }));
    };
    if (this.#extras.saveOutputs === undefined) save(JSON.stringify(outputs));
    else this.#extras.saveOutputs(outputs, save);
  }

  views(steps: readonly ViewStep[]): boolean {
    return publish(steps, this.preview);
  }

  refreshBeforeUpdate(): void {
    this.#wantsRefresh = true;
  }

  /** Whether the refresh was requested. */
  wantsRefresh(): boolean {
    return this.#wantsRefresh;
  }
}

/** The context of a check, which collects failures. */
export class FailuresContext extends HookContext implements CheckContext {
  readonly failures: PropertyFailure[] = [];

  fail(path: string, reason: string): void {
    this.failures.push({ property: path, reason });
  }
}
