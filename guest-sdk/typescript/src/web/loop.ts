/** The event loop of a component: jobs, and timers, which wait in the host. Requests are answered at once. */

import { ProviderError } from "../errors.js";
import { ask, callNumber } from "../host/current.js";
import { failureBehind } from "./failure.js";

interface Timer {
  readonly id: number;
  readonly run: () => void;
  /** Milliseconds between two runs of an interval. */
  readonly every: number | undefined;
  due: number;
}

let jobs: (() => void)[] = [];
let timers: Timer[] = [];
let lastTimer = 0;
let call = 0;
/** The time as timers know it. The host's clock stands still in calls that may not change anything. */
let passed = 0;

/** Drops the remaining jobs and timers of an earlier call. */
function thisCall(): void {
  if (call === callNumber()) return;
  const wasLoading = call === 0;
  call = callNumber();
  // The first call runs the jobs that modules began while they were loaded.
  if (wasLoading) return;
  jobs = [];
  timers = [];
  passed = 0;
}

function now(): number {
  passed = Math.max(passed, ask("time", (host) => host.clock.monotonicMs()));
  return passed;
}

/** Runs the job after the current code. */
export function enqueue(job: () => void): void {
  thisCall();
  jobs.push(job);
}

/** Runs a function after some milliseconds, while the component waits for a promise. Returns the number that {@link stopTimer} takes. */
export function startTimer(run: () => void, milliseconds: number, repeats: boolean): number {
  thisCall();
  const pause = Math.max(0, Number.isFinite(milliseconds) ? milliseconds : 0);
  lastTimer += 1;
  timers.push({ id: lastTimer, run, every: repeats ? Math.max(1, pause) : undefined, due: now() + pause });
  return lastTimer;
}

/** Forgets a timer. */
export function stopTimer(id: unknown): void {
  timers = timers.filter((timer) => timer.id !== Number(id));
}

function runJobs(): void {
  for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) job();
}

/** Waits for the next timer and runs it. Returns false without timers. */
function runTimer(): boolean {
  const [next] = [...timers].sort((one, other) => one.due - other.due || one.id - other.id);
  if (next === undefined) return false;
  const pause = Math.ceil(next.due - now());
  if (pause > 0) ask("time", (host) => host.clock.sleep(pause));
  passed = Math.max(passed, next.due);
  if (next.every === undefined) stopTimer(next.id);
  else next.due += next.every;
  next.run();
  return true;
}

/**
 * Waits until a promise is settled, and returns its value or throws its error: `settle(client.zones.list())`. This is how a hook, which is
 * synchronous, uses libraries that are not.
 *
 * Throws a `ProviderError` if nothing is left that could settle the promise.
 */
export function settle<T>(promise: PromiseLike<T> | T): T {
  if (typeof (promise as Partial<PromiseLike<T>> | null | undefined)?.then !== "function") return promise as T;
  thisCall();
  let outcome: { readonly value: T } | { readonly error: unknown } | undefined;
  (promise as PromiseLike<T>).then(
    (value) => {
      outcome = { value };
    },
    (error: unknown) => {
      outcome = { error };
    },
  );
  do {
    runJobs();
    if (outcome !== undefined) return settled(outcome);
  } while (runTimer());
  throw new ProviderError(
    "the promise never settles: no request and no timer is left that could settle it\nhint: in a component, promises wait for `fetch` and timers alone; in Node, " +
      "`settle` cannot wait: run the provider by `pulumi-wasm test`",
  );
}

function settled<T>(outcome: { readonly value: T } | { readonly error: unknown }): T {
  if ("value" in outcome) return outcome.value;
  failureBehind.note(outcome.error);
  throw outcome.error;
}
