/** Complete bodies of requests and answers. */

import { decodeText, encodeText, withoutMark } from "../host/utf8.js";
import { LocalPromise } from "./promise.js";

/** A value that can become a body. */
export type BodyInit = string | ArrayBuffer | ArrayBufferView | { toString(): string } | null | undefined;

/** A text or bytes. */
export type Content = string | Uint8Array | undefined;

/** A body, and the content type that goes with it. */
export function contentOf(body: BodyInit): { readonly content: Content; readonly type: string | undefined } {
  if (body === undefined || body === null) return { content: undefined, type: undefined };
  if (typeof body === "string") return { content: body, type: "text/plain;charset=UTF-8" };
  if (body instanceof ArrayBuffer) return { content: new Uint8Array(body.slice(0)), type: undefined };
  if (ArrayBuffer.isView(body)) return { content: new Uint8Array(body.buffer, body.byteOffset, body.byteLength).slice(), type: undefined };
  const isForm = typeof (body as { getAll?: unknown }).getAll === "function";
  return { content: String(body), type: isForm ? "application/x-www-form-urlencoded;charset=UTF-8" : "text/plain;charset=UTF-8" };
}

/** A body for libraries that read it in parts. It has a single part. */
class Stream {
  locked = false;
  readonly #read: () => LocalPromise;
  #isOver = false;

  constructor(read: () => LocalPromise) {
    this.#read = read;
  }

  #next(): LocalPromise {
    if (this.#isOver) return LocalPromise.resolve({ done: true, value: undefined });
    this.#isOver = true;
    return this.#read().then((value) => ({ done: false, value }));
  }

  #end(): LocalPromise {
    this.#isOver = true;
    return LocalPromise.resolve({ done: true, value: undefined });
  }

  getReader(): object {
    return { read: () => this.#next(), cancel: () => this.#end(), releaseLock: () => undefined, closed: LocalPromise.resolve() };
  }

  cancel(): LocalPromise {
    return this.#end();
  }

  [Symbol.asyncIterator](): object {
    return { next: () => this.#next(), return: () => this.#end() };
  }
}

/** The common part of requests and answers. */
export class Body {
  bodyUsed = false;
  readonly _content: Content;
  readonly #stream = new Stream(() => this.bytes());

  constructor(content: Content) {
    this._content = content;
  }

  get body(): Stream | null {
    return this._content === undefined ? null : this.#stream;
  }

  #read<T>(make: (content: string | Uint8Array) => T): LocalPromise {
    return new LocalPromise((resolve) => {
      if (this.bodyUsed) throw new TypeError("the body was read already");
      this.bodyUsed = this._content !== undefined;
      resolve(make(this._content ?? ""));
    });
  }

  text(): LocalPromise {
    return this.#read((content) => withoutMark(typeof content === "string" ? content : (decodeText(content, true) ?? "")));
  }

  json(): LocalPromise {
    return this.text().then((text) => JSON.parse(text as string) as unknown);
  }

  bytes(): LocalPromise {
    return this.#read((content) => (typeof content === "string" ? encodeText(content) : content.slice()));
  }

  arrayBuffer(): LocalPromise {
    return this.bytes().then((bytes) => (bytes as Uint8Array).buffer);
  }
}
