/** Reading answers. */
import { AlreadyExistsError, DeniedError, InvalidError, NotFoundError, ProviderError, UnavailableError } from "../errors.js";
import { ask } from "../host/current.js";
import { decodeText, encodeText, withoutMark } from "../host/utf8.js";
import { PropertyValue, unexpected } from "../property/property.js";
import { decodeAll } from "../property/shape.js";
import { isObject } from "../value/json.js";
/** The maximum length of a body in an error's text. */
const SHOWN_CHARACTERS = 500;
/** The number of bytes that are read of a failure's body for the error's text. */
const SHOWN_BYTES = 4096;
/** The size of one read. */
const CHUNK = 1 << 18;
/** The common part of every answer. */
class Head {
    /** The status code, such as 200. */
    status;
    /** The address that answered, after redirects. */
    url;
    #headers;
    /** Method and address, for error texts. */
    request;
    constructor(request, head) {
        this.request = request;
        this.status = head.status;
        this.url = head.url;
        this.#headers = head.headers;
    }
    /** Whether the status is between 200 and 299. */
    get ok() {
        return this.status >= 200 && this.status < 300;
    }
    /** The first header of this name, in any case. */
    header(name) {
        return this.#headers.find((header) => header.name === name.toLowerCase())?.value;
    }
    /** All headers in the order of arrival; names in lower case. */
    get headers() {
        return this.#headers.map(({ name, value }) => [name, value]);
    }
}
/** The answer to a request. */
export class Response extends Head {
    #body;
    /** Internal to this package. */
    constructor(request, answer) {
        super(described(request), answer);
        this.#body = answer.body;
    }
    /** The body as text, without the byte order mark that it may begin with. Throws if it is not UTF-8. */
    text() {
        const text = this.#body.tag === "text" ? this.#body.val : decodeText(this.#body.val);
        if (text === undefined)
            throw new ProviderError(`${this.request}: the answer is not text`);
        return withoutMark(text);
    }
    /** The body as bytes. */
    bytes() {
        return this.#body.tag === "bytes" ? this.#body.val : encodeText(this.#body.val);
    }
    json(schema) {
        const body = this.#parsed();
        if (schema === undefined)
            return body;
        try {
            const isType = schema instanceof PropertyValue;
            return isType ? schema.decode(body, "", "body") : decodeBody(schema, body);
        }
        catch (error) {
            if (!(error instanceof InvalidError))
                throw error;
            const faults = error.failures.map(({ property, reason }) => (property === "" ? reason : `\`${property}\` ${reason}`));
            throw new ProviderError(`${this.request}: the answer has another form: ${faults.join("; ")}`);
        }
    }
    #parsed() {
        const text = this.text();
        try {
            return JSON.parse(text);
        }
        catch {
            // The engine's message may have a part of the body in it.
            const type = this.header("content-type");
            throw new ProviderError(`${this.request}: the answer is not JSON${type === undefined ? "" : `, but \`${type}\``}`);
        }
    }
    /**
     * The same answer, if the status is between 200 and 299. A redirect that the request did not follow is not a success, and neither
     * is 304: read `status` first after a request with a condition. Else it throws an error with the request, the status and the
     * beginning of the body: `NotFoundError` for 404, `DeniedError` for 401 and 403, `AlreadyExistsError` for 409,
     * `UnavailableError` for 429 and from 500 on, `ProviderError` for the rest.
     */
    ensureOk() {
        if (this.ok)
            return this;
        const body = this.#body.tag === "text" ? this.#body.val : (decodeText(this.#body.val, true) ?? "");
        throw failed(this.request, this.status, this.header("location"), body);
    }
}
/** An answer whose body is read in parts, for bodies that are too large for the provider's memory. */
export class ResponseStream extends Head {
    #exchange;
    /** Internal to this package. */
    constructor(request, exchange, head) {
        super(request, head);
        this.#exchange = exchange;
    }
    /** The next bytes, at most this many; empty at the end. */
    read(count = CHUNK) {
        return ask("http", (host) => host.http.read(this.#exchange, Math.min(Math.max(1, count), CHUNK)));
    }
    /** The body piece by piece. */
    *chunks() {
        for (let part = this.read(); part.length > 0; part = this.read())
            yield part;
    }
    /** Ends the request at any stage. It ends with the call at the latest. */
    close() {
        ask("http", (host) => host.http.close(this.#exchange));
    }
    /** The same answer, if the status is between 200 and 299; else it throws as `Response.ensureOk` does. */
    ensureOk() {
        if (this.ok)
            return this;
        const body = decodeText(this.read(SHOWN_BYTES), true) ?? "";
        this.close();
        throw failed(this.request, this.status, this.header("location"), body);
    }
}
/** A request whose body is written in parts. */
export class Upload {
    #exchange;
    #request;
    /** Internal to this package. */
    constructor(request, exchange) {
        this.#request = request;
        this.#exchange = exchange;
    }
    /** Hands over the next part of the body; waits while the server is slower. */
    write(part) {
        const bytes = typeof part === "string" ? encodeText(part) : part;
        for (let start = 0; start < bytes.length; start += CHUNK) {
            ask("http", (host) => host.http.write(this.#exchange, bytes.slice(start, start + CHUNK)));
        }
    }
    /** Ends the body, and waits for the answer. */
    finish() {
        const head = ask("http", (host) => host.http.answer(this.#exchange));
        return new ResponseStream(this.#request, this.#exchange, head);
    }
    /** Ends the request without an answer. */
    close() {
        ask("http", (host) => host.http.close(this.#exchange));
    }
}
function decodeBody(properties, body) {
    if (!isObject(body))
        throw unexpected("", "an object", body);
    return decodeAll(properties, body, "", "body");
}
/** Method and address of a request, for error texts. */
export function described({ method, url }) {
    return `${method} ${withoutQuery(url)}`;
}
/** The address without the parts that may be secret: user, password, query, fragment. */
export function withoutQuery(url) {
    const [address = ""] = url.split(/[?#]/, 1);
    const match = /^(\w[\w+.-]*:\/\/)([^/]*)(.*)$/.exec(address);
    if (match === null)
        return address;
    const [, scheme = "", authority = "", path = ""] = match;
    return `${scheme}${authority.slice(authority.lastIndexOf("@") + 1)}${path}`;
}
/** The target of a redirect without the parts that may be secret. It may be relative. */
function withoutCredentials(location) {
    const target = withoutQuery(location);
    const isPath = /^\/(?![/\\])/.test(target);
    if (isPath || target.includes("://") || !target.includes("@"))
        return target;
    return `//${target.slice(target.lastIndexOf("@") + 1)}`;
}
/** The error for a status that is not a success. */
function failed(request, status, location, body) {
    if (location !== undefined && status >= 300 && status < 400) {
        return new ProviderError(`${request} answered ${status}, a redirect to \`${withoutCredentials(location)}\` that the request does not follow\n` +
            "hint: set the request's option `redirects` to the number of redirects to follow");
    }
    const message = shown(request, status, body);
    if (status === 401 || status === 403)
        return new DeniedError(message);
    if (status === 404)
        return new NotFoundError(message);
    if (status === 409)
        return new AlreadyExistsError(message);
    if (status === 429 || status >= 500)
        return new UnavailableError(message);
    return new ProviderError(message);
}
/** The request, and the beginning of the answer. */
function shown(request, status, body) {
    const characters = [...body.trim()];
    const beginning = characters.slice(0, SHOWN_CHARACTERS).join("");
    const rest = characters.length > SHOWN_CHARACTERS ? "…" : "";
    return `${request} answered ${status}${beginning === "" ? "" : ": "}${beginning}${rest}`;
}
