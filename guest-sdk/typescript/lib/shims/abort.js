/** Loaded first if a provider, or a library of it, uses one of the globals. */
import { AbortController, AbortSignal } from "../web/abort.js";
import { Event, EventTarget } from "../web/events.js";
Object.assign(globalThis, { AbortController, AbortSignal, Event, EventTarget });
