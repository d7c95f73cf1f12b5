/**
 * Promises whose jobs {@link settle} runs. The engine never runs jobs of native promises inside a call, so that the build lets `async`
 * functions use these promises as well.
 */

import { enqueue } from "./loop.js";

type Resolve = (value?: unknown) => void;
type Executor = (resolve: Resolve, reject: Resolve) => void;
type Handler = ((value: unknown) => unknown) | null | undefined;
type Maker = new (executor: Executor) => LocalPromise;

interface Capability {
  readonly promise: LocalPromise;
  readonly resolve: Resolve;
  readonly reject: Resolve;
}

function capability(make: Maker): Capability {
  let resolve: Resolve = () => undefined;
  let reject: Resolve = () => undefined;
  const promise = new make((one, other) => {
    resolve = one;
    reject = other;
  });
  return { promise, resolve, reject };
}

/** `Promise` in a component. */
export class LocalPromise {
  #state: "pending" | "fulfilled" | "rejected" = "pending";
  #value: unknown;
  #reactions: (() => void)[] = [];

  static get [Symbol.species](): unknown {
    return this;
  }

  get [Symbol.toStringTag](): string {
    return "Promise";
  }

  constructor(executor: Executor) {
    if (typeof executor !== "function") throw new TypeError("a promise needs a function");
    const { resolve, reject } = this.#resolvers();
    try {
      executor(resolve, reject);
    } catch (error) {
      reject(error);
    }
  }

  /** The functions that settle it. Only the first call counts. */
  #resolvers(): { resolve: Resolve; reject: Resolve } {
    let isOver = false;
    const once =
      (then: Resolve): Resolve =>
      (value) => {
        if (isOver) return;
        isOver = true;
        then(value);
      };
    const reject = (error: unknown): void => this.#settle("rejected", error);
    return { resolve: once((value) => this.#follow(value)), reject: once(reject) };
  }

  #follow(value: unknown): void {
    if (value === this) {
      this.#settle("rejected", new TypeError("a promise cannot wait for itself"));
      return;
    }
    let then: unknown;
    try {
      then = (typeof value === "object" && value !== null) || typeof value === "function" ? (value as { then?: unknown }).then : undefined;
    } catch (error) {
      this.#settle("rejected", error);
      return;
    }
    if (typeof then !== "function") {
      this.#settle("fulfilled", value);
      return;
    }
    const { resolve, reject } = this.#resolvers();
    enqueue(() => {
      try {
        (then as (this: unknown, ...handlers: unknown[]) => unknown).call(value, resolve, reject);
      } catch (error) {
        reject(error);
      }
    });
  }

  #settle(state: "fulfilled" | "rejected", value: unknown): void {
    this.#state = state;
    this.#value = value;
    for (const reaction of this.#reactions) enqueue(reaction);
    this.#reactions = [];
  }

  then(fulfilled?: Handler, rejected?: Handler): LocalPromise {
    const species = (this.constructor as { [Symbol.species]?: Maker | null } | undefined)?.[Symbol.species] ?? LocalPromise;
    const next = capability(species as Maker);
    const react = (): void => {
      const handler = this.#state === "fulfilled" ? fulfilled : rejected;
      if (typeof handler !== "function") {
        (this.#state === "fulfilled" ? next.resolve : next.reject)(this.#value);
        return;
      }
      try {
        next.resolve(handler(this.#value));
      } catch (error) {
        next.reject(error);
      }
    };
    if (this.#state === "pending") this.#reactions.push(react);
    else enqueue(react);
    return next.promise;
  }

  catch(rejected?: Handler): LocalPromise {
    return this.then(undefined, rejected);
  }

  finally(last?: (() => unknown) | null): LocalPromise {
    if (typeof last !== "function") return this.then(last, last);
    return this.then(
      (value) => LocalPromise.resolve(last()).then(() => value),
      (error) =>
        LocalPromise.resolve(last()).then(() => {
          throw error;
        }),
    );
  }

  static resolve(this: unknown, value?: unknown): LocalPromise {
    const make = (typeof this === "function" ? this : LocalPromise) as unknown as Maker;
    if (value instanceof LocalPromise && value.constructor === make) return value;
    const made = capability(make);
    made.resolve(value);
    return made.promise;
  }

  static reject(this: unknown, error?: unknown): LocalPromise {
    const made = capability((typeof this === "function" ? this : LocalPromise) as unknown as Maker);
    made.reject(error);
    return made.promise;
  }

  static withResolvers(): Capability {
    return capability(this);
  }

  static try(call: (...values: unknown[]) => unknown, ...values: unknown[]): LocalPromise {
    return new this((resolve) => resolve(call(...values)));
  }

  static all(values: Iterable<unknown>): LocalPromise {
    return collect(this, values, (found, keep, reject) => found.then(keep, reject));
  }

  static allSettled(values: Iterable<unknown>): LocalPromise {
    return collect(this, values, (found, keep) =>
      found.then(
        (value) => keep({ status: "fulfilled", value }),
        (reason) => keep({ status: "rejected", reason }),
      ),
    );
  }

  static any(values: Iterable<unknown>): LocalPromise {
    return new this((resolve, reject) => {
      collect(this, values, (found, keep) => found.then(resolve, keep)).then((errors) => {
        reject(new AggregateError(errors as unknown[], "all promises were rejected"));
      });
    });
  }

  static race(values: Iterable<unknown>): LocalPromise {
    return new this((resolve, reject) => {
      for (const value of values) this.resolve(value).then(resolve, reject);
    });
  }
}

/** The promise of a list of results. It passes each promise to `handle`, which stores the result at the same place of the list. */
function collect(
  kind: typeof LocalPromise,
  values: Iterable<unknown>,
  handle: (found: LocalPromise, keep: Resolve, reject: Resolve) => unknown,
): LocalPromise {
  return new kind((resolve, reject) => {
    const kept: unknown[] = [];
    let waiting = 1;
    const one = (): void => {
      waiting -= 1;
      if (waiting === 0) resolve(kept);
    };
    let index = 0;
    for (const value of values) {
      const place = index;
      index += 1;
      waiting += 1;
      const keep: Resolve = (element) => {
        kept[place] = element;
        one();
      };
      handle(kind.resolve(value), keep, reject);
    }
    one();
  });
}
