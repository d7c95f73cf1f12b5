/** Values that are known later. */

import { ProviderError } from "../errors.js";
import { refusePromise } from "../call/wire.js";
import { callersPlace } from "../call/stack.js";
import { anything } from "../property/kinds.js";
import { InvalidError } from "../errors.js";
import { Expressed } from "../value/expressed.js";
import type { Json } from "../value/json.js";
import * as wire from "../value/wire.js";
import { about, declaring, neededSession, runningSession } from "./session.js";
import { ANYTHING, below, knownAt, type Known } from "./known.js";
import type { NoPromise, Part, PathOf, Present, Unwrap } from "./types.js";

/** Keeps the type of the value, which exists for the type checker alone. */
declare const outputBrand: unique symbol;

/**
 * A value that may be unknown: an input of the component, an output of a resource that it declares, or a value
 * derived from these. Code cannot read it, because it is unknown in a preview; {@link apply} derives another value
 * from it once it is known.
 *
 * Unknowns, secrets and dependencies propagate with the value. An output is valid until the component is constructed.
 */
export class Output<out T> extends Expressed {
  declare readonly [outputBrand]: T;
  readonly #value: Json | undefined;
  /** The session of the nodes in it; `undefined` for a value that is valid in all sessions. */
  readonly #session: number | undefined;
  readonly #known: Known;

  /** Internal to this package; see {@link output}. */
  constructor(value: Json | undefined, known: Known, session = runningSession()?.number) {
    super();
    this.#value = value;
    this.#known = known;
    this.#session = value !== undefined && wire.containsOutput(value) ? session : undefined;
  }

  /** How the value is read once it is known. Internal to this package. */
  get _known(): Known {
    return this.#known;
  }

  /** Internal to this package. */
  override _express(path: string): Json | undefined {
    if (this.#session === undefined || this.#session === runningSession()?.number) return this.#value;
    throw new InvalidError(path, "is an output of another or a finished component: an output is valid only while its component is constructed");
  }

  /**
   * Derives a value from this one once it is known. While it is unknown, as in most previews, the function is not
   * called, and the result is unknown too. If the function returns an output, the result is the value of that output.
   *
   *     const url = bucket.output<string>("websiteEndpoint").apply((host) => `https://${host.toLowerCase()}/`);
   *
   * The function runs when its value is known, after the functions of earlier `apply`s, and is synchronous. It may declare resources; a
   * preview shows those only if it knows the value.
   */
  apply<R>(make: (value: T) => R & NoPromise<R>): Output<Unwrap<R>> {
    const at = placed("apply");
    return derived<Unwrap<R>>(this, at, (argument) => {
      const value = declaring(`the value of ${at}`, () => this.#known.read(argument, "")) as T;
      let made: unknown;
      try {
        made = make(value);
      } catch (error) {
        // The program can correct failures of inputs, so they stay an `InvalidError`.
        throw error instanceof InvalidError ? error : about(at, error);
      }
      refusePromise(made, `the function of ${at}`);
      return declaring(`the result of ${at}`, () => declared(made));
    });
  }

  /** A part of the value by its name, or by its path, such as `website.endpoint` or `zones[0].id`. */
  get<S, K extends keyof Present<S> & string>(this: Output<S>, name: K): Output<Part<S, K>>;
  get<V = unknown, S = unknown>(this: Output<S>, path: PathOf<S>): Output<V>;
  get(path: string): Output<unknown> {
    // A node has parts by path; another value becomes a node first.
    const whole: Output<unknown> = this.#node === undefined ? derived(this, placed("get"), (argument) => argument) : this;
    const { handle, path: above } = whole.#node ?? { handle: 0, path: "" };
    return new Output(wire.output(handle, below(above, path)), knownAt(this.#known, path), whole.#session);
  }

  get #node(): { readonly handle: number; readonly path: string } | undefined {
    return this.#value === undefined ? undefined : wire.outputOf(this.#value);
  }

  /** The same value as a secret. Values derived from it are secret too. */
  secret(): Output<T> {
    return this.#value === undefined ? this : new Output<T>(wire.secret(this.#value), this.#known, this.#session);
  }

  /** The same output with another type. A value of another type fails at its use. */
  cast<V>(): Output<V> {
    return this as unknown as Output<V>;
  }

  /** An output has no text: its value is known later. */
  override toString(): never {
    throw unreadable("an output cannot be converted to text, because its value is known only later", "write interpolate`…${output}…`, or `output.apply((value) => …)`");
  }

  /** Always fails, because the value of an output is known later. */
  override valueOf(): never {
    throw unreadable("an output cannot be used in a calculation, because its value is known only later", "write `output.apply((value) => …)`");
  }

  /** Always fails, for templates, `+` and comparisons as well. */
  [Symbol.toPrimitive](): never {
    throw unreadable("an output cannot be converted to text or used in a calculation, because its value is known only later", "write interpolate`…${output}…`, or `output.apply((value) => …)`");
  }

  /** An output has no JSON: its value is known later. */
  toJSON(): never {
    throw unreadable("an output cannot be written as JSON, because its value is known only later", "write `output.apply((value) => JSON.stringify(value))`; for several outputs, `all({ … }).apply(…)`");
  }
}

/** The error for code that needs the value at once. */
export function unreadable(what: string, hint: string): ProviderError {
  const place = callersPlace();
  return new ProviderError(`${place === "" ? "" : `${place}: `}${what}\nhint: ${hint}`);
}

/** Something that the author gives and its place, for messages. */
export function located(what: string, place: string): string {
  return place === "" ? what : `${what} at ${place}`;
}

/** A function of the package and the place of its call, for messages. */
export function placed(name: string): string {
  return located(`\`${name}\``, callersPlace());
}

/** The author's value in the form of the interface; null for `undefined`. */
export function declared(value: unknown): Json {
  return value === undefined ? null : anything(value, "", "declared");
}

/** Declares a value that code derives from another value. */
export function derived<R>(source: Output<unknown>, at: string, make: (argument: Json) => Json): Output<R> {
  const session = neededSession(at);
  const node = declaring(at, () => session.apply(source._express("") ?? null, make, callersPlace()));
  return new Output<R>(wire.output(node, ""), ANYTHING);
}
