/** Loaded first if a provider, or a library of it, uses one of the globals. */

import { startTimer, stopTimer } from "../web/loop.js";

type Callback = (...values: unknown[]) => void;

Object.assign(globalThis, {
  setTimeout: (run: Callback, milliseconds = 0, ...values: unknown[]) => startTimer(() => run(...values), milliseconds, false),
  setInterval: (run: Callback, milliseconds = 0, ...values: unknown[]) => startTimer(() => run(...values), milliseconds, true),
  setImmediate: (run: Callback, ...values: unknown[]) => startTimer(() => run(...values), 0, false),
  clearTimeout: stopTimer,
  clearInterval: stopTimer,
  clearImmediate: stopTimer,
});
