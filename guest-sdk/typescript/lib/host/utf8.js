/** Text as bytes and back. The engine that components run in has no `TextEncoder`. */
import { text as wellFormed } from "./numbers.js";
/** The text in UTF-8. Halves of characters become U+FFFD. */
export function encodeText(text) {
    const bytes = [];
    for (const character of wellFormed(text)) {
        const code = character.codePointAt(0) ?? 0;
        if (code < 0x80) {
            bytes.push(code);
        }
        else if (code < 0x800) {
            bytes.push(0xc0 | (code >> 6), 0x80 | (code & 0x3f));
        }
        else if (code < 0x1_0000) {
            bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f));
        }
        else {
            bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 0x3f), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f));
        }
    }
    return Uint8Array.from(bytes);
}
/** The text without the byte order mark that some servers begin a text with, and JSON does not allow. */
export function withoutMark(text) {
    return text.startsWith("\uFEFF") ? text.slice(1) : text;
}
/** How many bytes follow a first byte, its payload bits, and the smallest code point that needs this many. */
function lead(byte) {
    if (byte < 0x80)
        return [0, byte, 0];
    if (byte >= 0xc2 && byte < 0xe0)
        return [1, byte & 0x1f, 0x80];
    if (byte >= 0xe0 && byte < 0xf0)
        return [2, byte & 0x0f, 0x800];
    if (byte >= 0xf0 && byte < 0xf5)
        return [3, byte & 0x07, 0x1_0000];
    return undefined;
}
/** The text of bytes in UTF-8; `undefined` for malformed bytes, or, with `lossy`, U+FFFD in their place. */
export function decodeText(bytes, lossy = false) {
    const parts = [];
    let codes = [];
    for (let index = 0; index < bytes.length;) {
        const first = lead(bytes[index]);
        let length = 1;
        let code = 0xfffd;
        if (first !== undefined) {
            const [more, bits, least] = first;
            code = bits;
            while (length <= more && (bytes[index + length] & 0xc0) === 0x80) {
                code = (code << 6) | (bytes[index + length] & 0x3f);
                length += 1;
            }
            const whole = length === more + 1 && code >= least && code <= 0x10_ffff && (code < 0xd800 || code > 0xdfff);
            if (!whole) {
                if (!lossy)
                    return undefined;
                code = 0xfffd;
            }
        }
        else if (!lossy) {
            return undefined;
        }
        codes.push(code);
        index += length;
        if (codes.length === 4096) {
            parts.push(String.fromCodePoint(...codes));
            codes = [];
        }
    }
    return parts.join("") + String.fromCodePoint(...codes);
}
