/** Refuses unknown values in JSON that an author writes, because `JSON.stringify` silently omits symbols. */
import { ProviderError } from "../errors.js";
import { callNumber } from "../host/current.js";
import { indexPath, keyPath } from "./path.js";
import { UNKNOWN } from "./special.js";
/** The engine's own function, for values that are known. */
export const stringify = JSON.stringify;
/** The last call in which a hook may have seen an unknown value. */
let seenIn = -1;
/** Records that a hook of the running call gets an unknown value. */
export function noteUnknown() {
    seenIn = callNumber();
}
/** `JSON.stringify`, which refuses an unknown value with its path. */
export const stringifyKnown = (value, ...rest) => {
    const written = stringify(value, ...rest);
    // Most calls have no unknown values, and a search takes as long as the writing.
    if (seenIn === callNumber())
        refuseUnknown(value, "");
    return written;
};
function refuseUnknown(value, path) {
    if (value === UNKNOWN) {
        const what = path === "" ? "the value" : `\`${path}\``;
        throw new ProviderError(`${what} is not known yet, so it cannot be written as JSON\nhint: ask \`isKnown(…)\` before`);
    }
    if (Array.isArray(value))
        value.forEach((item, index) => refuseUnknown(item, indexPath(path, index)));
    else if (isPlain(value))
        for (const [name, member] of Object.entries(value))
            refuseUnknown(member, keyPath(path, name));
}
function isPlain(value) {
    if (typeof value !== "object" || value === null)
        return false;
    const prototype = Object.getPrototypeOf(value);
    return prototype === Object.prototype || prototype === null;
}
