/** Making requests, under the grants that the user gave. Everything is synchronous: an answer is there when the call returns. */
import { type Asset } from "../value/asset.js";
import { Response, ResponseStream, Upload } from "./response.js";
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
/** An absolute `http` or `https` address, as text or as a `URL`. */
type Address = string | {
    toString(): string;
};
/**
 * Sends a request and waits for the whole answer. Each status is an answer, not an error: see
 * `Response.ensureOk`. Throws a `DeniedError` without a grant, and for a request that could change something while
 * nothing may; and `UnavailableError`, `TimedOutError`, `CancelledError`, `InvalidError`.
 */
declare function request(method: string, url: Address, options?: BodyOptions): Response;
/** Sends a request, and gives an answer whose body is read in parts. */
declare function open(method: string, url: Address, options?: BodyOptions): ResponseStream;
/** Begins a request whose body is written in parts. Most servers want to know its length in bytes. */
declare function upload(method: string, url: Address, options?: RequestOptions & {
    readonly length?: number;
}): Upload;
/** HTTP under the grants that the user gave: `http.get(url).ensureOk().json()`. */
export declare const http: {
    readonly request: typeof request;
    readonly open: typeof open;
    readonly upload: typeof upload;
    /** A `GET` request. */
    readonly get: (url: Address, options?: RequestOptions) => Response;
    /** A `HEAD` request. */
    readonly head: (url: Address, options?: RequestOptions) => Response;
    /** A `POST` request. */
    readonly post: (url: Address, options?: BodyOptions) => Response;
    /** A `PUT` request. */
    readonly put: (url: Address, options?: BodyOptions) => Response;
    /** A `PATCH` request. */
    readonly patch: (url: Address, options?: BodyOptions) => Response;
    /** A `DELETE` request. */
    readonly delete: (url: Address, options?: BodyOptions) => Response;
};
export {};
