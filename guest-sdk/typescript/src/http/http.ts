/** Making requests, under the grants that the user gave. Everything is synchronous: an answer is there when the call returns. */

import { ask } from "../host/current.js";
import { NO_EXTRA, type WireContent, type WireRequest } from "../host/interface.js";
import { milliseconds, text, u32 } from "../host/numbers.js";
import { absent, type Asset } from "../value/asset.js";
import { described, Response, ResponseStream, Upload } from "./response.js";

/**
 * How a request is sent again without an answer, or after one of status 429, 502, 503 or 504. Times are milliseconds.
 *
 * Only requests that do the same when they are sent twice are: `GET`, `HEAD`, `OPTIONS`, `PUT` and `DELETE`, and others
 * with a header `Idempotency-Key`. A server that asks by `Retry-After` for some time is given it.
 */
export interface Retry {
  /** Attempts in all, the first included: 1 to 20. */
  readonly attempts: number;
  /** The pause before the second attempt, 500 by default; each is twice as long as the one before it. */
  readonly first?: number;
  /** The longest pause, 30000 by default. A server that asks for a longer one is not asked again. */
  readonly maxDelay?: number;
}

/** The options of a request beside its method and address. */
export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>> | readonly (readonly [string, string])[];
  /** How many milliseconds until the whole answer must have arrived; by default the call's deadline. */
  readonly timeout?: number;
  /** How many redirects are followed, if a grant covers each; without it, a redirect is an answer. */
  readonly redirects?: number;
  /** How often it is sent at most, or how exactly. */
  readonly retry?: number | Retry;
}

/** A request's body, of which there is one. */
export interface BodyOptions extends RequestOptions {
  /** A value to send as JSON, with the content type that goes with it. */
  readonly json?: unknown;
  readonly text?: string;
  readonly bytes?: Uint8Array;
  /** An asset, which the host sends; it does not pass through the provider's memory. */
  readonly asset?: Asset;
}

/** The default pauses of a retry. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;

function contentOf({ json, text: body, bytes, asset }: BodyOptions): WireContent | undefined {
  if (json !== undefined) return { tag: "text", val: text(JSON.stringify(json)) };
  if (body !== undefined) return { tag: "text", val: text(body) };
  if (bytes !== undefined) return { tag: "bytes", val: bytes };
  if (asset === undefined) return undefined;
  const content = asset._content;
  if (content === undefined) throw absent();
  return "handle" in content ? { tag: "asset", val: content.handle } : { tag: "text", val: text(content.text) };
}

function requestOf(method: string, url: string | { toString(): string }, options: BodyOptions, body: WireContent | undefined): WireRequest {
  const given: readonly (readonly [string, string])[] = Array.isArray(options.headers)
    ? (options.headers as readonly (readonly [string, string])[])
    : Object.entries(options.headers ?? {});
  const headers = given.map(([name, value]) => ({ name: text(name), value: text(value) }));
  if (options.json !== undefined && !headers.some(({ name }) => name.toLowerCase() === "content-type")) {
    headers.push({ name: "content-type", value: "application/json" });
  }
  const retry = typeof options.retry === "number" ? { attempts: options.retry } : options.retry;
  return {
    method: text(method),
    url: text(url),
    headers,
    body,
    timeoutMs: options.timeout === undefined ? 0 : milliseconds(options.timeout),
    redirects: u32(options.redirects ?? 0),
    retry: retry && {
      attempts: u32(retry.attempts),
      firstMs: u32(retry.first ?? FIRST_PAUSE),
      longestMs: u32(retry.maxDelay ?? LONGEST_PAUSE),
      extra: NO_EXTRA,
    },
    extra: NO_EXTRA,
  };
}

/** An absolute `http` or `https` address, as text or as a `URL`. */
type Address = string | { toString(): string };

/**
 * Sends a request and waits for the whole answer. Each status is an answer, not an error: see
 * `Response.ensureOk`. Throws a `DeniedError` without a grant, and for a request that could change something while
 * nothing may; and `UnavailableError`, `TimedOutError`, `CancelledError`, `InvalidError`.
 */
function request(method: string, url: Address, options: BodyOptions = {}): Response {
  const made = requestOf(method, url, options, contentOf(options));
  return new Response(made, ask("http", (host) => host.http.fetch(made)));
}

/** Sends a request, and gives an answer whose body is read in parts. */
function open(method: string, url: Address, options: BodyOptions = {}): ResponseStream {
  const made = requestOf(method, url, options, contentOf(options));
  const exchange = ask("http", (host) => host.http.open(made));
  return new ResponseStream(described(made), exchange, ask("http", (host) => host.http.answer(exchange)));
}

/** Begins a request whose body is written in parts. Most servers want to know its length in bytes. */
function upload(method: string, url: Address, options: RequestOptions & { readonly length?: number } = {}): Upload {
  const content: WireContent =
    options.length === undefined ? { tag: "written" } : { tag: "written-bytes", val: u32(options.length) };
  const made = requestOf(method, url, options, content);
  return new Upload(described(made), ask("http", (host) => host.http.open(made)));
}

/** HTTP under the grants that the user gave: `http.get(url).ensureOk().json()`. */
export const http = {
  request,
  open,
  upload,
  /** A `GET` request. */
  get: (url: Address, options?: RequestOptions): Response => request("GET", url, options),
  /** A `HEAD` request. */
  head: (url: Address, options?: RequestOptions): Response => request("HEAD", url, options),
  /** A `POST` request. */
  post: (url: Address, options?: BodyOptions): Response => request("POST", url, options),
  /** A `PUT` request. */
  put: (url: Address, options?: BodyOptions): Response => request("PUT", url, options),
  /** A `PATCH` request. */
  patch: (url: Address, options?: BodyOptions): Response => request("PATCH", url, options),
  /** A `DELETE` request. */
  delete: (url: Address, options?: BodyOptions): Response => request("DELETE", url, options),
} as const;
