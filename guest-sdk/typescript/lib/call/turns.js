/**
 * Records the place of a running loop or recursion. When the host ends a call that is out of time or stack, the
 * engine has no stack to read. So the build makes each loop of the author count its turns, and each recursive
 * function its calls, and after many of them the place is written where the host finds it: into a page of memory with
 * a mark at its beginning.
 */
import { encodeText } from "../host/utf8.js";
import { places } from "./stack.js";
/** The mark at the beginning of the page. Its bytes must not occur together anywhere else. */
const MARK = [0x70, 0x77, 0x3a, 0x70, 0x6c, 0x61, 0x63, 0x65];
/** The mark and the length of the text in four bytes; then the text, a place on each line, the innermost first. */
const HEAD = 12;
const SIZE = 4096;
let page;
/** Records the place of the caller, from the stack or from the argument: `walk (src/index.ts:12)`. */
export function noteTurn(at) {
    const found = at ?? places(new Error()).map((place) => place.trim().replace(/^at /, "")).join("\n");
    const text = encodeText(found).subarray(0, SIZE - HEAD);
    page ??= Uint8Array.of(...MARK, ...new Uint8Array(SIZE - MARK.length));
    setLength(0);
    page.set(text, HEAD);
    setLength(text.length);
}
/** Clears the page when a call begins. */
export function forgetTurns() {
    if (page !== undefined)
        setLength(0);
}
function setLength(length) {
    page?.set([length & 0xff, length >> 8, 0, 0], MARK.length);
}
globalThis.pulumiWasmTurn = noteTurn;
