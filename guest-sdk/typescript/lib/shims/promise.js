/** Loaded first if a provider, or a library of it, uses the global, or `async` functions. */
import { enqueue } from "../web/loop.js";
import { LocalPromise } from "../web/promise.js";
Object.assign(globalThis, { Promise: LocalPromise, queueMicrotask: enqueue });
