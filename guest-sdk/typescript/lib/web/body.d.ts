/** Bodies of requests and answers, which are there as a whole. */
import { LocalPromise } from "./promise.js";
/** What a body may be made of. */
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
/** The part that requests and answers share. */
export declare class Body {
    #private;
    /** Libraries that want parts of a body find that there is none, and read it as a whole. */
    readonly body: null;
    bodyUsed: boolean;
    readonly _content: Content;
    constructor(content: Content);
    text(): LocalPromise;
    json(): LocalPromise;
    bytes(): LocalPromise;
    arrayBuffer(): LocalPromise;
}
