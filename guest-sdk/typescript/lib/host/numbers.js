/** Numbers and texts that fit the interface: others would end the instance. */
/** The largest whole number of 32 bits. */
export const MAX_U32 = 0xffff_ffff;
/** A whole number from 0 to the largest of 32 bits. */
export function u32(value) {
    if (!(value > 0))
        return 0;
    return Math.min(Math.round(value), MAX_U32);
}
/** Milliseconds, at least 1 where 0 would mean something else. */
export function milliseconds(value) {
    return Math.max(1, u32(value));
}
/** The text without halves of characters, which no other language can hold. */
export function text(value) {
    const written = String(value);
    return written.toWellFormed?.() ?? written;
}
