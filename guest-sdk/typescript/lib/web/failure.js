/** The host's failures inside the exceptions that libraries make of them. */
import { ProviderError } from "../errors.js";
/** What `fetch` fails with: an error as libraries expect it, with the reason of the host. */
export class FetchError extends TypeError {
    cause;
    constructor(failure) {
        super(failure.message);
        this.cause = failure;
    }
}
const noted = new WeakMap();
/** The failure that a chain of causes ends with. */
function find(error) {
    const seen = new Set();
    for (let found = error; typeof found === "object" && found !== null && !seen.has(found); found = found.cause) {
        if (found instanceof ProviderError)
            return found;
        seen.add(found);
    }
    return undefined;
}
export const failureBehind = {
    /** Remembers the failure behind an error that a promise was rejected with. Errors that the author makes of it have none. */
    note(error) {
        const failure = find(error);
        if (failure !== undefined && typeof error === "object" && error !== null)
            noted.set(error, failure);
    },
    /** The failure behind an error, if it was remembered. */
    of(error) {
        return typeof error === "object" && error !== null ? noted.get(error) : undefined;
    },
};
