/** Randomness from the host. */
import { ask, callNumber, isRunning } from "./current.js";
/** The maximum number of bytes that the host returns at a time. */
const LARGEST_REQUEST = 1 << 20;
/** The number of bytes of one request: a generator that wants four bytes at a time then seldom calls out. */
const RESERVE = 256;
let reserve = new Uint8Array(0);
let used = 0;
let reservedIn = -1;
/** Fills an array with unguessable bytes; in `check`, with bytes that follow from the request. */
export function fill(bytes) {
    if (bytes.length > RESERVE) {
        for (let start = 0; start < bytes.length; start += LARGEST_REQUEST) {
            const count = Math.min(LARGEST_REQUEST, bytes.length - start);
            bytes.set(ask("randomness", (host) => host.random.get(count)), start);
        }
        return;
    }
    // Bytes left from an earlier call would change the answer to the same request.
    if (!isRunning() || reservedIn !== callNumber() || used + bytes.length > reserve.length) {
        reserve = new Uint8Array(ask("randomness", (host) => host.random.get(RESERVE)));
        reservedIn = callNumber();
        used = 0;
    }
    bytes.set(reserve.subarray(used, used + bytes.length));
    // Used bytes must not be found in memory afterwards.
    reserve.fill(0, used, used + bytes.length);
    used += bytes.length;
}
/** A number from 0 up to 1, in steps of 2^-53. */
export function unit() {
    const words = new Uint32Array(2);
    fill(new Uint8Array(words.buffer));
    return ((words[0] >>> 5) * 0x400_0000 + (words[1] >>> 6)) / 2 ** 53;
}
