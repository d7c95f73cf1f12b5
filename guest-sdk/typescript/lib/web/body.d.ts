/** Complete bodies of requests and answers. */
import { LocalPromise } from "./promise.js";
/** A value that can become a body. */
export type BodyInit = string | ArrayBuffer | ArrayBufferView | {
    toString(): string;
} | null | undefined;
/** A text or bytes. */
export type Content = string | Uint8Array | undefined;
/** A body, and the content type that goes with it. */
export declare function contentOf(body: BodyInit): {
    readonly content: Content;
    readonly type: string | undefined;
};
/** A body for libraries that read it in parts. It has a single part. */
declare class Stream {
    #private;
    locked: boolean;
    constructor(read: () => LocalPromise);
    getReader(): object;
    cancel(): LocalPromise;
    [Symbol.asyncIterator](): object;
}
/** The common part of requests and answers. */
export declare class Body {
    #private;
    bodyUsed: boolean;
    readonly _content: Content;
    constructor(content: Content);
    get body(): Stream | null;
    text(): LocalPromise;
    json(): LocalPromise;
    bytes(): LocalPromise;
    arrayBuffer(): LocalPromise;
}
export {};
