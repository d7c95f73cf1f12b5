/** `TextEncoder` and `TextDecoder`, which the engine of components lacks: for UTF-8 alone. */
import { decodeText, encodeText } from "../host/utf8.js";
export class TextEncoder {
    encoding = "utf-8";
    encode(text = "") {
        return encodeText(text);
    }
}
export class TextDecoder {
    encoding = "utf-8";
    fatal;
    ignoreBOM;
    constructor(label = "utf-8", options = {}) {
        if (!/^(utf-?8|unicode-1-1-utf-8)$/i.test(label.trim()))
            throw new RangeError(`the encoding ${label} is not supported here, only utf-8`);
        this.fatal = options.fatal ?? false;
        this.ignoreBOM = options.ignoreBOM ?? false;
    }
    decode(input = new Uint8Array(0)) {
        const bytes = ArrayBuffer.isView(input) ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength) : new Uint8Array(input);
        const text = decodeText(bytes, !this.fatal);
        if (text === undefined)
            throw new TypeError("the bytes are not UTF-8");
        return this.ignoreBOM || !text.startsWith("\ufeff") ? text : text.slice(1);
    }
}
