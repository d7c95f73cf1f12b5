/** Loaded first if a provider, or a library of it, uses one of the globals. */
import { fetch, Request, Response } from "../web/fetch.js";
import { Headers } from "../web/headers.js";
Object.assign(globalThis, { fetch, Headers, Request, Response });
