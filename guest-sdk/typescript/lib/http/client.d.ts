/** Clients: requests that have an address, headers and credentials in common. */
import { type Backoff } from "../call/backoff.js";
import { type Asset } from "../value/asset.js";
import { Response, ResponseStream, Upload } from "./response.js";
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
export type Address = string | {
    toString(): string;
};
/**
 * Makes requests. A request may have an address with a scheme and a server. If its server is not the server of `baseUrl`, the client's headers and
 * credentials are not sent.
 */
export declare class Client {
    #private;
    /** Use `http.client`. Throws a `ProviderError` for a base address that no path can follow. */
    constructor({ baseUrl, headers, bearer, basic, ...retry }?: ClientOptions);
    /**
     * Sends a request and waits for the whole answer. Each status is an answer, not an error: see
     * `Response.ensureOk`. Throws a `DeniedError` without a grant, and for a request that could change something while
     * nothing may; and `UnavailableError`, `TimedOutError`, `CancelledError`, `InvalidError`.
     */
    request(method: string, address: Address, options?: BodyOptions): Response;
    /** Sends a request, and returns an answer whose body is read in parts. */
    open(method: string, address: Address, options?: BodyOptions): ResponseStream;
    /** Begins a request whose body is written in parts. Most servers want to know its length in bytes. */
    upload(method: string, address: Address, options?: RequestOptions & {
        readonly length?: number;
    }): Upload;
    /** A `GET` request. */
    get(address: Address, options?: RequestOptions): Response;
    /** A `HEAD` request. */
    head(address: Address, options?: RequestOptions): Response;
    /** A `POST` request. */
    post(address: Address, options?: BodyOptions): Response;
    /** A `PUT` request. */
    put(address: Address, options?: BodyOptions): Response;
    /** A `PATCH` request. */
    patch(address: Address, options?: BodyOptions): Response;
    /** A `DELETE` request. */
    delete(address: Address, options?: BodyOptions): Response;
}
