/** The host of this instance, and whether a call is running that may use it. */
import { AlreadyExistsError, AwaitFailedError, CancelledError, DeniedError, InvalidError, NotFoundError, ProviderError, TimedOutError, UnavailableError, UnsupportedError, } from "../errors.js";
let attached;
let calls = 0;
let running = false;
/** Sets the host; `undefined` removes it. */
export function attach(host) {
    attached = host;
}
/** Runs a call, in which the host can be asked. */
export function during(call) {
    calls += 1;
    running = true;
    try {
        return call();
    }
    finally {
        running = false;
    }
}
/** A number that differs in each call: a value that was kept from an earlier call is stale. */
export function callNumber() {
    return calls;
}
/** Whether a call is running. */
export function isRunning() {
    return running;
}
/**
 * Calls the host.
 *
 * Fails while modules are loaded, because all instances would share the results.
 */
export function ask(what, question) {
    if (!running || attached === undefined) {
        throw new ProviderError(`${what} cannot be used while the module is loaded, because that happens once, when the provider is built\n` +
            "hint: move it into a hook or a function");
    }
    try {
        return question(attached);
    }
    catch (error) {
        throw translated(error);
    }
}
const CLASSES = {
    "not-found": NotFoundError,
    "already-exists": AlreadyExistsError,
    denied: DeniedError,
    unavailable: UnavailableError,
    "timed-out": TimedOutError,
    cancelled: CancelledError,
    unsupported: UnsupportedError,
    "await-failed": AwaitFailedError,
    other: ProviderError,
    crashed: ProviderError,
};
/** Converts the host's error to an error of this package. */
function translated(error) {
    const found = error?.payload;
    if (found === undefined || typeof found !== "object")
        return error;
    switch (found.tag) {
        case "invalid":
            return new InvalidError(found.val);
        case "partial":
            return new ProviderError(found.val.reasons.join("; "));
        default:
            return new CLASSES[found.tag](found.val.message);
    }
}
