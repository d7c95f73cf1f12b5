/**
 * Where a loop is, or a function that calls itself. A call that runs out of time or of stack is ended from outside, and the engine keeps
 * nothing that could be read then. So the build lets each loop of the author's count its turns, and each such function its calls, and
 * after many of them the place is written where the host finds it: into a page of memory with a mark at its beginning.
 */
import { encodeText } from "../host/utf8.js";
import { places } from "./stack.js";
/** How the page begins. Its bytes must not stand together anywhere else. */
const MARK = [0x70, 0x77, 0x3a, 0x70, 0x6c, 0x61, 0x63, 0x65];
/** The mark and the length of the text in four bytes; then the text, a place on each line, the innermost first. */
const HEAD = 12;
const SIZE = 4096;
let page;
/** Writes down where the caller is, which the stack says, unless the caller does: `walk (src/index.ts:12)`. */
export function noteTurn(at) {
    const found = at ?? places(new Error()).map((place) => place.trim().replace(/^at /, "")).join("\n");
    const text = encodeText(found).subarray(0, SIZE - HEAD);
    page ??= Uint8Array.of(...MARK, ...new Uint8Array(SIZE - MARK.length));
    setLength(0);
    page.set(text, HEAD);
    setLength(text.length);
}
/** Forgets it: a call begins. */
export function forgetTurns() {
    if (page !== undefined)
        setLength(0);
}
function setLength(length) {
    page?.set([length & 0xff, length >> 8, 0, 0], MARK.length);
}
globalThis.pulumiWasmTurn = noteTurn;
