/** Clients: requests that have an address, headers and credentials in common. */
import { requestBackoff } from "../call/backoff.js";
import { ProviderError } from "../errors.js";
import { ask } from "../host/current.js";
import { NO_EXTRA } from "../host/interface.js";
import { milliseconds, text, u32 } from "../host/numbers.js";
import { encodeText } from "../host/utf8.js";
import { absent } from "../value/asset.js";
import { addressOf, baseOf } from "./address.js";
import { described, Response, ResponseStream, Upload } from "./response.js";
/**
 * Makes requests. A request may have an address with a scheme and a server. If its server is not the server of `baseUrl`, the client's headers and
 * credentials are not sent.
 */
export class Client {
    #base;
    #headers;
    #retry;
    /** Use `http.client`. Throws a `ProviderError` for a base address that no path can follow. */
    constructor({ baseUrl, headers, bearer, basic, ...retry } = {}) {
        this.#base = baseUrl === undefined ? undefined : baseOf(baseUrl);
        if (bearer !== undefined && basic !== undefined)
            throw new ProviderError("a client has two credentials\nhint: give either `bearer` or `basic`");
        const credential = bearer === undefined ? basic && `Basic ${btoa(binary(`${basic[0]}:${basic[1]}`))}` : `Bearer ${bearer}`;
        this.#headers = [...headersOf(headers), ...(credential === undefined ? [] : [["authorization", credential]])];
        this.#retry = retry;
    }
    /**
     * Sends a request and waits for the whole answer. Each status is an answer, not an error: see
     * `Response.ensureOk`. Throws a `DeniedError` without a grant, and for a request that could change something while
     * nothing may; and `UnavailableError`, `TimedOutError`, `CancelledError`, `InvalidError`.
     */
    request(method, address, options = {}) {
        const made = this.#request(method, address, options, contentOf(options));
        return new Response(made, ask("http", (host) => host.http.fetch(made)));
    }
    /** Sends a request, and returns an answer whose body is read in parts. */
    open(method, address, options = {}) {
        const made = this.#request(method, address, options, contentOf(options));
        const exchange = ask("http", (host) => host.http.open(made));
        return new ResponseStream(described(made), exchange, ask("http", (host) => host.http.answer(exchange)));
    }
    /** Begins a request whose body is written in parts. Most servers want to know its length in bytes. */
    upload(method, address, options = {}) {
        const content = options.length === undefined ? { tag: "written" } : { tag: "written-bytes", val: u32(options.length) };
        const made = this.#request(method, address, options, content);
        return new Upload(described(made), ask("http", (host) => host.http.open(made)));
    }
    /** A `GET` request. */
    get(address, options) {
        return this.request("GET", address, options);
    }
    /** A `HEAD` request. */
    head(address, options) {
        return this.request("HEAD", address, options);
    }
    /** A `POST` request. */
    post(address, options) {
        return this.request("POST", address, options);
    }
    /** A `PUT` request. */
    put(address, options) {
        return this.request("PUT", address, options);
    }
    /** A `PATCH` request. */
    patch(address, options) {
        return this.request("PATCH", address, options);
    }
    /** A `DELETE` request. */
    delete(address, options) {
        return this.request("DELETE", address, options);
    }
    #request(method, address, options, body) {
        const { url, isOwn } = addressOf(this.#base, text(address));
        const given = headersOf(options.headers);
        const common = isOwn ? this.#headers.filter(([name]) => !isAmong(name, given)) : [];
        const all = [...common, ...given];
        if (options.json !== undefined && !isAmong("content-type", all))
            all.push(["content-type", "application/json"]);
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
function headersOf(headers = []) {
    return Array.isArray(headers) ? [...headers] : Object.entries(headers);
}
function isAmong(name, headers) {
    return headers.some(([other]) => other.toLowerCase() === name.toLowerCase());
}
/** The text of UTF-8 as `btoa` takes it: a character for each byte. */
function binary(written) {
    return String.fromCharCode(...encodeText(written));
}
function backoffOf({ attempts, backoff }) {
    if (attempts === undefined && backoff === undefined)
        return undefined;
    return requestBackoff({ ...backoff, ...(attempts === undefined ? {} : { attempts }) });
}
