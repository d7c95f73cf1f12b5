/** Clients: requests that have an address, headers and credentials in common. */

import { type Backoff, requestBackoff } from "../call/backoff.js";
import { ProviderError } from "../errors.js";
import { ask } from "../host/current.js";
import { NO_EXTRA, type WireContent, type WireRequest } from "../host/interface.js";
import { milliseconds, text, u32 } from "../host/numbers.js";
import { encodeText } from "../host/utf8.js";
import { absent, type Asset } from "../value/asset.js";
import { addressOf, baseOf } from "./address.js";
import { described, Response, ResponseStream, Upload } from "./response.js";

/** Headers by their names, or in their order. */
export type HeaderOptions = Readonly<Record<string, string>> | readonly (readonly [string, string])[];

/**
 * When the host sends a request again: without an answer, and after status 429, 502, 503 or 504.
 *
 * The host retries idempotent requests: `GET`, `HEAD`, `OPTIONS`, `PUT` and `DELETE`, and others with a header
 * `Idempotency-Key`. It honours `Retry-After`.
 */
export interface RetryOptions {
  /** The number of attempts, including the first: 1 to 20. By default, a request has a single attempt. */
  readonly attempts?: number;
  /** The attempts, with the pauses between them. */
  readonly backoff?: Backoff;
  /** The time until the whole answer must have arrived, in milliseconds; by default the time of the call. */
  readonly timeout?: number;
}

/** The options of a request, in addition to its method and address. */
export interface RequestOptions extends RetryOptions {
  /** They replace headers of the client with the same names. */
  readonly headers?: HeaderOptions;
  /** The maximum number of redirects to follow, each covered by a grant. By default, a redirect is an answer. */
  readonly redirects?: number;
}

/** The options of a request with a body. Give one of the bodies. */
export interface BodyOptions extends RequestOptions {
  /** A value to send as JSON, with the content type that goes with it. */
  readonly json?: unknown;
  readonly text?: string;
  readonly bytes?: Uint8Array;
  /** An asset, which the host sends; it does not pass through the provider's memory. */
  readonly asset?: Asset;
}

/** The options that all requests of a client share. */
export interface ClientOptions extends RetryOptions {
  /**
   * The address that the paths of requests follow: without slashes at its end, then `/`, then the path without slashes at its
   * beginning. An empty path is the address itself. A query is refused, and so are a user and a password.
   */
  readonly baseUrl?: string;
  readonly headers?: HeaderOptions;
  /** A token, sent as `Authorization: Bearer …`. */
  readonly bearer?: string;
  /** A user and a password, sent as `Authorization: Basic …`. */
  readonly basic?: readonly [user: string, password: string];
}

/** An absolute `http` or `https` address as text or as a `URL`, or a path below the client's base address. */
export type Address = string | { toString(): string };

/** Each engine of components has it. */
declare const btoa: (binary: string) => string;

/**
 * Makes requests. A request may have an address with a scheme and a server. If its server is not the server of `baseUrl`, the client's headers and
 * credentials are not sent.
 */
export class Client {
  readonly #base: string | undefined;
  readonly #headers: readonly (readonly [string, string])[];
  readonly #retry: RetryOptions;

  /** Use `http.client`. Throws a `ProviderError` for a base address that no path can follow. */
  constructor({ baseUrl, headers, bearer, basic, ...retry }: ClientOptions = {}) {
    this.#base = baseUrl === undefined ? undefined : baseOf(baseUrl);
    if (bearer !== undefined && basic !== undefined) throw new ProviderError("a client has two credentials\nhint: give either `bearer` or `basic`");
    const credential = bearer === undefined ? basic && `Basic ${btoa(binary(`${basic[0]}:${basic[1]}`))}` : `Bearer ${bearer}`;
    this.#headers = [...headersOf(headers), ...(credential === undefined ? [] : ([["authorization", credential]] as const))];
    this.#retry = retry;
  }

  /**
   * Sends a request and waits for the whole answer. Each status is an answer, not an error: see
   * `Response.ensureOk`. Throws a `DeniedError` without a grant, and for a request that could change something while
   * nothing may; and `UnavailableError`, `TimedOutError`, `CancelledError`, `InvalidError`.
   */
  request(method: string, address: Address, options: BodyOptions = {}): Response {
    const made = this.#request(method, address, options, contentOf(options));
    return new Response(made, ask("http", (host) => host.http.fetch(made)));
  }

  /** Sends a request, and returns an answer whose body is read in parts. */
  open(method: string, address: Address, options: BodyOptions = {}): ResponseStream {
    const made = this.#request(method, address, options, contentOf(options));
    const exchange = ask("http", (host) => host.http.open(made));
    return new ResponseStream(described(made), exchange, ask("http", (host) => host.http.answer(exchange)));
  }

  /** Begins a request whose body is written in parts. Most servers want to know its length in bytes. */
  upload(method: string, address: Address, options: RequestOptions & { readonly length?: number } = {}): Upload {
    const content: WireContent = options.length === undefined ? { tag: "written" } : { tag: "written-bytes", val: u32(options.length) };
    const made = this.#request(method, address, options, content);
    return new Upload(described(made), ask("http", (host) => host.http.open(made)));
  }

  /** A `GET` request. */
  get(address: Address, options?: RequestOptions): Response {
    return this.request("GET", address, options);
  }

  /** A `HEAD` request. */
  head(address: Address, options?: RequestOptions): Response {
    return this.request("HEAD", address, options);
  }

  /** A `POST` request. */
  post(address: Address, options?: BodyOptions): Response {
    return this.request("POST", address, options);
  }

  /** A `PUT` request. */
  put(address: Address, options?: BodyOptions): Response {
    return this.request("PUT", address, options);
  }

  /** A `PATCH` request. */
  patch(address: Address, options?: BodyOptions): Response {
    return this.request("PATCH", address, options);
  }

  /** A `DELETE` request. */
  delete(address: Address, options?: BodyOptions): Response {
    return this.request("DELETE", address, options);
  }

  #request(method: string, address: Address, options: BodyOptions, body: WireContent | undefined): WireRequest {
    const { url, isOwn } = addressOf(this.#base, text(address));
    const given = headersOf(options.headers);
    const common = isOwn ? this.#headers.filter(([name]) => !isAmong(name, given)) : [];
    const all = [...common, ...given];
    if (options.json !== undefined && !isAmong("content-type", all)) all.push(["content-type", "application/json"]);
    const timeout = options.timeout ?? this.#retry.timeout;
    return {
      method: text(method),
      url,
      headers: all.map(([name, value]) => ({ name: text(name), value: text(value) })),
      body,
      timeoutMs: timeout === undefined ? 0 : milliseconds(timeout),
      redirects: u32(options.redirects ?? 0),
      backoff: options.attempts === undefined && options.backoff === undefined ? backoffOf(this.#retry) : backoffOf(options),
      extra: NO_EXTRA,
    };
  }
}

function contentOf({ json, text: body, bytes, asset }: BodyOptions): WireContent | undefined {
  if (json !== undefined) return { tag: "text", val: text(JSON.stringify(json)) };
  if (body !== undefined) return { tag: "text", val: text(body) };
  if (bytes !== undefined) return { tag: "bytes", val: bytes };
  if (asset === undefined) return undefined;
  const content = asset._content;
  if (content === undefined) throw absent();
  return "handle" in content ? { tag: "asset", val: content.handle } : { tag: "text", val: text(content.text) };
}

function headersOf(headers: HeaderOptions = []): (readonly [string, string])[] {
  return Array.isArray(headers) ? [...(headers as readonly (readonly [string, string])[])] : Object.entries(headers);
}

function isAmong(name: string, headers: readonly (readonly [string, string])[]): boolean {
  return headers.some(([other]) => other.toLowerCase() === name.toLowerCase());
}

/** The text of UTF-8 as `btoa` takes it: a character for each byte. */
function binary(written: string): string {
  return String.fromCharCode(...encodeText(written));
}

function backoffOf({ attempts, backoff }: RetryOptions): WireRequest["backoff"] {
  if (attempts === undefined && backoff === undefined) return undefined;
  return requestBackoff({ ...backoff, ...(attempts === undefined ? {} : { attempts }) });
}
