/** `fetch` over the granted HTTP. The host answers at once, so that the promise is settled when it is made. */
import { ProviderError, TimedOutError } from "../errors.js";
import { http } from "../http/http.js";
import { Body, contentOf } from "./body.js";
import { FetchError } from "./failure.js";
import { Headers } from "./headers.js";
import { LocalPromise } from "./promise.js";
/** As many as browsers follow. */
const MAX_REDIRECTS = 20;
/** Headers of the connection, and of the encoding of bodies, which are the host's. */
const OF_THE_HOST = new Set(["accept-encoding", "connection", "content-length", "expect", "host", "keep-alive", "te", "transfer-encoding"]);
const METHODS = new Set(["DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT"]);
/** `Request` in a component. */
export class Request extends Body {
    url;
    method;
    headers;
    redirect;
    signal;
    credentials = "same-origin";
    mode = "cors";
    cache = "default";
    constructor(input, init = {}) {
        const base = input instanceof Request ? input : undefined;
        const given = contentOf(init.body);
        super(given.content ?? base?._content);
        this.url = base?.url ?? String(input);
        const method = init.method ?? base?.method ?? "GET";
        this.method = METHODS.has(method.toUpperCase()) ? method.toUpperCase() : method;
        this.headers = new Headers(init.headers ?? base?.headers);
        if (given.type !== undefined && !this.headers.has("content-type"))
            this.headers.set("content-type", given.type);
        this.redirect = init.redirect ?? base?.redirect ?? "follow";
        this.signal = init.signal ?? base?.signal ?? undefined;
        if (this._content !== undefined && (this.method === "GET" || this.method === "HEAD")) {
            throw new TypeError(`a request with the method ${this.method} has no body`);
        }
    }
    clone() {
        return new Request(this);
    }
}
/** `Response` in a component. */
export class Response extends Body {
    status;
    statusText;
    headers;
    type = "default";
    url = "";
    redirected = false;
    constructor(body, { status = 200, statusText = "", headers } = {}) {
        const { content, type } = contentOf(body);
        super(content);
        this.status = status;
        this.statusText = statusText;
        this.headers = new Headers(headers);
        if (type !== undefined && !this.headers.has("content-type"))
            this.headers.set("content-type", type);
    }
    get ok() {
        return this.status >= 200 && this.status < 300;
    }
    clone() {
        return answered(this._content, this.status, this.headers, this.url, this.redirected);
    }
    static json(value, init = {}) {
        const headers = new Headers(init.headers);
        if (!headers.has("content-type"))
            headers.set("content-type", "application/json");
        return new Response(JSON.stringify(value), { ...init, headers });
    }
    static error() {
        return new Response(null, { status: 0 });
    }
}
function answered(content, status, headers, url, redirected) {
    // The headers have the content type.
    const bytes = typeof content === "string" ? undefined : content;
    const made = new Response(bytes, { status, headers });
    if (typeof content === "string")
        made._content = content;
    made.url = url;
    made.redirected = redirected;
    return made;
}
/** `fetch` in a component, with the grants, limits and redirect rules of `http`. */
export function fetch(input, init) {
    return new LocalPromise((resolve) => {
        const request = new Request(input, init);
        request.signal?.throwIfAborted();
        resolve(send(request));
    });
}
function send(request) {
    const content = request._content;
    const within = request.signal?._within;
    try {
        const answer = http.request(request.method, request.url, {
            headers: [...request.headers].filter(([name]) => !OF_THE_HOST.has(name)),
            redirects: request.redirect === "follow" ? MAX_REDIRECTS : 0,
            ...(within === undefined ? {} : { timeout: within }),
            ...(typeof content === "string" ? { text: content } : {}),
            ...(content instanceof Uint8Array ? { bytes: content } : {}),
        });
        if (request.redirect === "error" && answer.status >= 300 && answer.status < 400) {
            throw new TypeError(`${request.url} redirects, and the request does not follow redirects`);
        }
        return answered(answer.bytes(), answer.status, new Headers(answer.headers), answer.url, plain(answer.url) !== plain(request.url));
    }
    catch (error) {
        if (!(error instanceof ProviderError))
            throw error;
        const failure = new FetchError(error);
        if (error instanceof TimedOutError)
            failure.name = "TimeoutError";
        throw failure;
    }
}
/** An address in the host's form: in lower case up to the path, with a path, without a fragment. */
function plain(address) {
    const [, server = "", rest = ""] = /^([^/?#]*\/\/[^/?#]*)([^#]*)/.exec(address) ?? [];
    return server.toLowerCase() + (rest.startsWith("/") ? rest : `/${rest}`);
}
