/** The globals of providers, in addition to the globals of the language. */

interface Console {
  debug(...values: unknown[]): void;
  trace(...values: unknown[]): void;
  log(...values: unknown[]): void;
  info(...values: unknown[]): void;
  dir(...values: unknown[]): void;
  warn(...values: unknown[]): void;
  error(...values: unknown[]): void;
  assert(condition: unknown, ...values: unknown[]): void;
}
/** Messages on the resource of the running call. */
declare var console: Console;

interface Crypto {
  getRandomValues<T extends ArrayBufferView>(array: T): T;
  randomUUID(): string;
}
/** Randomness of the host. */
declare var crypto: Crypto;

interface Performance {
  /** Milliseconds that never go back in a call; they stand still in calls that may not change anything outside. */
  now(): number;
  readonly timeOrigin: number;
}
declare var performance: Performance;

declare function atob(text: string): string;
declare function btoa(text: string): string;
declare function queueMicrotask(callback: () => void): void;
declare function structuredClone<T>(value: T): T;

declare function setTimeout(run: (...values: any[]) => void, milliseconds?: number, ...values: any[]): number;
declare function setInterval(run: (...values: any[]) => void, milliseconds?: number, ...values: any[]): number;
declare function clearTimeout(timer?: number): void;
declare function clearInterval(timer?: number): void;

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: any;
  throwIfAborted(): void;
  addEventListener(type: "abort", listener: (event: { readonly type: string }) => void): void;
  removeEventListener(type: "abort", listener: (event: { readonly type: string }) => void): void;
}
declare var AbortSignal: {
  abort(reason?: unknown): AbortSignal;
  /** Requests with this signal end after this many milliseconds. */
  timeout(milliseconds: number): AbortSignal;
  any(signals: Iterable<AbortSignal>): AbortSignal;
};
interface AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}
declare var AbortController: { new (): AbortController };

type HeadersInit = Headers | Record<string, string> | Iterable<readonly [string, string]>;
interface Headers extends Iterable<[string, string]> {
  append(name: string, value: string): void;
  delete(name: string): void;
  get(name: string): string | null;
  getSetCookie(): string[];
  has(name: string): boolean;
  set(name: string, value: string): void;
  forEach(callback: (value: string, name: string, all: Headers) => void): void;
  entries(): IterableIterator<[string, string]>;
  keys(): IterableIterator<string>;
  values(): IterableIterator<string>;
}
declare var Headers: { new (init?: HeadersInit): Headers };

type BodyInit = string | ArrayBuffer | ArrayBufferView | URLSearchParams;
interface Body {
  /** For libraries: it has one part. */
  readonly body: (AsyncIterable<Uint8Array> & { cancel(): Promise<unknown> }) | null;
  readonly bodyUsed: boolean;
  text(): Promise<string>;
  json(): Promise<any>;
  bytes(): Promise<Uint8Array>;
  arrayBuffer(): Promise<ArrayBuffer>;
}
interface RequestInit {
  method?: string;
  headers?: HeadersInit;
  body?: BodyInit | null;
  redirect?: "follow" | "error" | "manual";
  signal?: AbortSignal | null;
}
interface Request extends Body {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  clone(): Request;
}
declare var Request: { new (input: string | URL | Request, init?: RequestInit): Request };
interface ResponseInit {
  status?: number;
  statusText?: string;
  headers?: HeadersInit;
}
interface Response extends Body {
  readonly status: number;
  readonly statusText: string;
  readonly ok: boolean;
  readonly redirected: boolean;
  readonly url: string;
  readonly headers: Headers;
  clone(): Response;
}
declare var Response: { new (body?: BodyInit | null, init?: ResponseInit): Response; json(value: unknown, init?: ResponseInit): Response };

/** Sends a request under the grants that the user gave: `settle(fetch(url))` waits for the answer. */
declare function fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;

interface TextEncoder {
  readonly encoding: string;
  encode(text?: string): Uint8Array;
}
declare var TextEncoder: { new (): TextEncoder };

interface TextDecoder {
  readonly encoding: string;
  decode(input?: ArrayBuffer | ArrayBufferView): string;
}
declare var TextDecoder: { new (label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean }): TextDecoder };

interface URLSearchParams extends Iterable<[string, string]> {
  readonly size: number;
  append(name: string, value: string): void;
  delete(name: string, value?: string): void;
  get(name: string): string | null;
  getAll(name: string): string[];
  has(name: string, value?: string): boolean;
  set(name: string, value: string): void;
  sort(): void;
  toString(): string;
  forEach(callback: (value: string, name: string, all: URLSearchParams) => void): void;
  entries(): IterableIterator<[string, string]>;
  keys(): IterableIterator<string>;
  values(): IterableIterator<string>;
}
declare var URLSearchParams: {
  new (init?: string | Record<string, string> | [string, string][] | URLSearchParams): URLSearchParams;
};

interface URL {
  hash: string;
  host: string;
  hostname: string;
  href: string;
  readonly origin: string;
  password: string;
  pathname: string;
  port: string;
  protocol: string;
  search: string;
  readonly searchParams: URLSearchParams;
  username: string;
  toString(): string;
  toJSON(): string;
}
declare var URL: { new (url: string | URL, base?: string | URL): URL; canParse(url: string, base?: string): boolean };
