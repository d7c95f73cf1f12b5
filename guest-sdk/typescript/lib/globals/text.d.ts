/** `TextEncoder` and `TextDecoder`, which the engine of components lacks: for UTF-8 alone. */
export declare class TextEncoder {
    readonly encoding = "utf-8";
    encode(text?: string): Uint8Array;
}
export declare class TextDecoder {
    readonly encoding = "utf-8";
    readonly fatal: boolean;
    readonly ignoreBOM: boolean;
    constructor(label?: string, options?: {
        readonly fatal?: boolean;
        readonly ignoreBOM?: boolean;
    });
    decode(input?: ArrayBuffer | ArrayBufferView): string;
}
