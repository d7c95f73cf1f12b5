/** Making requests, under the grants that the user gave. Everything is synchronous: an answer is there when the call returns. */
import { ask } from "../host/current.js";
import { NO_EXTRA } from "../host/interface.js";
import { milliseconds, text, u32 } from "../host/numbers.js";
import { absent } from "../value/asset.js";
import { described, Response, ResponseStream, Upload } from "./response.js";
/** The default pauses of a retry. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;
function contentOf({ json, text: body, bytes, asset }) {
    if (json !== undefined)
        return { tag: "text", val: text(JSON.stringify(json)) };
    if (body !== undefined)
        return { tag: "text", val: text(body) };
    if (bytes !== undefined)
        return { tag: "bytes", val: bytes };
    if (asset === undefined)
        return undefined;
    const content = asset._content;
    if (content === undefined)
        throw absent();
    return "handle" in content ? { tag: "asset", val: content.handle } : { tag: "text", val: text(content.text) };
}
function requestOf(method, url, options, body) {
    const given = Array.isArray(options.headers)
        ? options.headers
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
/**
 * Sends a request and waits for the whole answer. Each status is an answer, not an error: see
 * `Response.ensureOk`. Throws a `DeniedError` without a grant, and for a request that could change something while
 * nothing may; and `UnavailableError`, `TimedOutError`, `CancelledError`, `InvalidError`.
 */
function request(method, url, options = {}) {
    const made = requestOf(method, url, options, contentOf(options));
    return new Response(made, ask("http", (host) => host.http.fetch(made)));
}
/** Sends a request, and gives an answer whose body is read in parts. */
function open(method, url, options = {}) {
    const made = requestOf(method, url, options, contentOf(options));
    const exchange = ask("http", (host) => host.http.open(made));
    return new ResponseStream(described(made), exchange, ask("http", (host) => host.http.answer(exchange)));
}
/** Begins a request whose body is written in parts. Most servers want to know its length in bytes. */
function upload(method, url, options = {}) {
    const content = options.length === undefined ? { tag: "written" } : { tag: "written-bytes", val: u32(options.length) };
    const made = requestOf(method, url, options, content);
    return new Upload(described(made), ask("http", (host) => host.http.open(made)));
}
/** HTTP under the grants that the user gave: `http.get(url).ensureOk().json()`. */
export const http = {
    request,
    open,
    upload,
    /** A `GET` request. */
    get: (url, options) => request("GET", url, options),
    /** A `HEAD` request. */
    head: (url, options) => request("HEAD", url, options),
    /** A `POST` request. */
    post: (url, options) => request("POST", url, options),
    /** A `PUT` request. */
    put: (url, options) => request("PUT", url, options),
    /** A `PATCH` request. */
    patch: (url, options) => request("PATCH", url, options),
    /** A `DELETE` request. */
    delete: (url, options) => request("DELETE", url, options),
};
