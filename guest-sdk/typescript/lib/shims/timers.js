/** Loaded first if a provider, or a library of it, uses one of the globals. */
import { startTimer, stopTimer } from "../web/loop.js";
Object.assign(globalThis, {
    setTimeout: (run, milliseconds = 0, ...values) => startTimer(() => run(...values), milliseconds, false),
    setInterval: (run, milliseconds = 0, ...values) => startTimer(() => run(...values), milliseconds, true),
    setImmediate: (run, ...values) => startTimer(() => run(...values), 0, false),
    clearTimeout: stopTimer,
    clearInterval: stopTimer,
    clearImmediate: stopTimer,
});
