/** Complete bodies of requests and answers. */
import { decodeText, encodeText, withoutMark } from "../host/utf8.js";
import { LocalPromise } from "./promise.js";
/** A body, and the content type that goes with it. */
export function contentOf(body) {
    if (body === undefined || body === null)
        return { content: undefined, type: undefined };
    if (typeof body === "string")
        return { content: body, type: "text/plain;charset=UTF-8" };
    if (body instanceof ArrayBuffer)
        return { content: new Uint8Array(body.slice(0)), type: undefined };
    if (ArrayBuffer.isView(body))
        return { content: new Uint8Array(body.buffer, body.byteOffset, body.byteLength).slice(), type: undefined };
    const isForm = typeof body.getAll === "function";
    return { content: String(body), type: isForm ? "application/x-www-form-urlencoded;charset=UTF-8" : "text/plain;charset=UTF-8" };
}
/** A body for libraries that read it in parts. It has a single part. */
class Stream {
    locked = false;
    #read;
    #isOver = false;
    constructor(read) {
        this.#read = read;
    }
    #next() {
        if (this.#isOver)
            return LocalPromise.resolve({ done: true, value: undefined });
        this.#isOver = true;
        return this.#read().then((value) => ({ done: false, value }));
    }
    #end() {
        this.#isOver = true;
        return LocalPromise.resolve({ done: true, value: undefined });
    }
    getReader() {
        return { read: () => this.#next(), cancel: () => this.#end(), releaseLock: () => undefined, closed: LocalPromise.resolve() };
    }
    cancel() {
        return this.#end();
    }
    [Symbol.asyncIterator]() {
        return { next: () => this.#next(), return: () => this.#end() };
    }
}
/** The common part of requests and answers. */
export class Body {
    bodyUsed = false;
    _content;
    #stream = new Stream(() => this.bytes());
    constructor(content) {
        this._content = content;
    }
    get body() {
        return this._content === undefined ? null : this.#stream;
    }
    #read(make) {
        return new LocalPromise((resolve) => {
            if (this.bodyUsed)
                throw new TypeError("the body was read already");
            this.bodyUsed = this._content !== undefined;
            resolve(make(this._content ?? ""));
        });
    }
    text() {
        return this.#read((content) => withoutMark(typeof content === "string" ? content : (decodeText(content, true) ?? "")));
    }
    json() {
        return this.text().then((text) => JSON.parse(text));
    }
    bytes() {
        return this.#read((content) => (typeof content === "string" ? encodeText(content) : content.slice()));
    }
    arrayBuffer() {
        return this.bytes().then((bytes) => bytes.buffer);
    }
}
