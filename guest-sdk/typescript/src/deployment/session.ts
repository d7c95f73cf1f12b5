/** One construction: the functions that the host may still ask for. */

import { InvalidError, NotFoundError, ProviderError } from "../errors.js";
import { ask } from "../host/current.js";
import { NO_EXTRA, type DeploymentHost } from "../host/interface.js";
import type { Json } from "../value/json.js";
import { print } from "../value/print.js";

/** A function of the author, from its argument to its result. The host calls it once, unless it is stored for many calls. */
export type Callback = (argument: Json) => Json;

const open = new Map<number, Session>();
let running: Session | undefined;

/** A construction, until the host closes it. */
export class Session {
  readonly number: number;
  #callbacks: (Callback | undefined)[] = [];
  /** Functions that the host may call many times, by their numbers. */
  readonly #kept = new Map<number, Callback>();

  private constructor(number: number) {
    this.number = number;
  }

  /** Begins a session. */
  static open(number: number): Session {
    const session = new Session(number);
    open.set(number, session);
    return session;
  }

  /** An open session. Throws a `NotFoundError` for any other number. */
  static find(number: number): Session {
    const found = open.get(number);
    if (found === undefined) throw new NotFoundError(`the session ${number} is not open`);
    return found;
  }

  /** Ends a session, and forgets its functions with all that they hold. */
  static close(number: number): void {
    const closed = open.get(number);
    open.delete(number);
    if (closed === undefined) return;
    closed.#callbacks = [];
    closed.#kept.clear();
  }

  /** Runs a function with this as the running session. */
  during<T>(run: () => T): T {
    const before = running;
    running = this;
    try {
      return run();
    } finally {
      running = before;
    }
  }

  /** Declares the value that a function derives from the source, and returns the number of its node. `position` is the place in the author's source. */
  apply(source: Json, callback: Callback, position: string): number {
    const number = this.#callbacks.length;
    const node = declare((host) => host.apply({ session: this.number, source: print(source), callback: number, position, extra: NO_EXTRA }));
    this.#callbacks.push(callback);
    return node;
  }

  /** Keeps a function that the host may ask for many times, and gives its number. */
  keep(callback: Callback): number {
    const number = this.#callbacks.push(undefined) - 1;
    this.#kept.set(number, callback);
    return number;
  }

  /** Runs a stored function. `what`, such as `transform`, is for the message. Throws a `NotFoundError` for an unknown number. */
  runKept(what: string, number: number, argument: Json): Json {
    const callback = this.#kept.get(number);
    if (callback === undefined) throw new NotFoundError(`the session ${this.number} has no ${what} ${number}`);
    return callback(argument);
  }

  /** Runs a function that runs once. Throws a `NotFoundError` for an unknown number. */
  run(number: number, argument: Json): Json {
    const callback = this.#callbacks[number];
    if (callback === undefined) throw new NotFoundError(`the session ${this.number} has no callback ${number}, or has run it`);
    this.#callbacks[number] = undefined;
    return callback(argument);
  }
}

/** The session that the host has entered. */
export function runningSession(): Session | undefined {
  return running;
}

/** The running session. Throws a `ProviderError` outside the construction of a component. */
export function neededSession(what: string): Session {
  if (running !== undefined) return running;
  throw new ProviderError(`${what} is available only while a component is constructed\nhint: move it into \`construct\``);
}

/** Declares something. Throws as the host fails. */
export function declare<T>(declaration: (host: DeploymentHost) => T): T {
  return ask("what a component declares", ({ deployment }) => {
    if (deployment === undefined) throw new ProviderError("the component was built without component resources: build it again");
    return declaration(deployment);
  });
}

/** The error with the name of the declaration in front. Failures of its properties become a plain error, because they do not concern the component's inputs. */
export function about(what: string, error: unknown): unknown {
  if (error instanceof InvalidError) return new ProviderError(`${what}: ${error.message}`);
  if (error instanceof ProviderError) error.message = `${what}: ${error.message}`;
  return error;
}

/** Runs a function, and puts the name of the declaration in front of its errors. */
export function declaring<T>(what: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw about(what, error);
  }
}
