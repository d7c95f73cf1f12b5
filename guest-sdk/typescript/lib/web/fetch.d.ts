/** `fetch` over the granted HTTP. The host answers at once, so that the promise is settled when it is made. */
import type { AbortSignal } from "./abort.js";
import { Body, type BodyInit } from "./body.js";
import { Headers } from "./headers.js";
import { LocalPromise } from "./promise.js";
interface RequestInit {
    readonly method?: string;
    readonly headers?: ConstructorParameters<typeof Headers>[0];
    readonly body?: BodyInit;
    readonly redirect?: "follow" | "error" | "manual";
    readonly signal?: AbortSignal | null;
}
/** `Request` in a component. */
export declare class Request extends Body {
    readonly url: string;
    readonly method: string;
    readonly headers: Headers;
    readonly redirect: "follow" | "error" | "manual";
    readonly signal: AbortSignal | undefined;
    readonly credentials = "same-origin";
    readonly mode = "cors";
    readonly cache = "default";
    constructor(input: string | Request | {
        toString(): string;
    }, init?: RequestInit);
    clone(): Request;
}
interface ResponseInit {
    readonly status?: number;
    readonly statusText?: string;
    readonly headers?: ConstructorParameters<typeof Headers>[0];
}
/** `Response` in a component. */
export declare class Response extends Body {
    readonly status: number;
    readonly statusText: string;
    readonly headers: Headers;
    readonly type = "default";
    url: string;
    redirected: boolean;
    constructor(body?: BodyInit, { status, statusText, headers }?: ResponseInit);
    get ok(): boolean;
    clone(): Response;
    static json(value: unknown, init?: ResponseInit): Response;
    static error(): Response;
}
/** `fetch` in a component, with the grants, limits and redirect rules of `http`. */
export declare function fetch(input: string | Request | {
    toString(): string;
}, init?: RequestInit): LocalPromise;
export {};
