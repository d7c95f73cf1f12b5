/** Requests and answers of the interface, and what is common to their handling. */
import { InvalidError, PartialError, ProviderError } from "../errors.js";
import { NO_EXTRA } from "../host/interface.js";
import { text } from "../host/numbers.js";
import { decodeAll, encodeAll } from "../property/shape.js";
/** The map inside a request. */
export function parse(map) {
    return JSON.parse(map);
}
/** A map of a request that may be missing. */
export function parseOptional(map) {
    return map === undefined || map === null ? undefined : parse(map);
}
/** Failures as the interface has them. */
export function wireFailures(failures) {
    return failures.map(({ property, reason }) => ({ property: text(property), reason: text(reason), extra: NO_EXTRA }));
}
/** Runs a check; an `InvalidError` is the same as failures that were collected. */
export function collecting(check) {
    try {
        check();
        return [];
    }
    catch (error) {
        if (error instanceof InvalidError)
            return error.failures;
        throw error;
    }
}
/** The state of a resource, with the inputs that are not among its outputs. */
export function stateOf(resource, outputs, inputs) {
    const all = { ...outputs };
    for (const name of Object.keys(resource.inputs)) {
        const value = inputs[name];
        if (!(name in resource.outputs) && value !== undefined)
            all[name] = value;
    }
    return decodeAll(resource.properties, all, "", "plain");
}
/**
 * Writes what a hook returned as outputs. Inputs that it left out are recorded as they were given; those that it
 * made `undefined` are not recorded. Their secrets are marked by the host.
 */
export function encodeOutputs(resource, outputs, inputs) {
    return whole(() => encodeAll(resource.outputs, { ...inputs, ...outputs }, "", "plain"));
}
/** What a hook returned is wrong: that is a mistake of the provider, not of the program. */
export function whole(write) {
    try {
        return write();
    }
    catch (error) {
        if (!(error instanceof InvalidError))
            throw error;
        throw new ProviderError(`what the provider returned cannot be recorded: ${error.message}`);
    }
}
/** A promise can never be waited for: hooks are synchronous. */
export function refusePromise(returned, what) {
    if (typeof returned?.then === "function") {
        throw new ProviderError(`${what} returned a promise, which nobody waits for\nhint: hooks and functions are synchronous: remove \`async\``);
    }
}
/** A partial failure, whose outputs are written as those of a success. */
export function withOutputs(error, encode) {
    if (!(error instanceof PartialError))
        return error;
    return new EncodedPartialError(error, encode(error.outputs));
}
/** A partial failure that is ready to cross the interface. */
export class EncodedPartialError extends PartialError {
    encoded;
    constructor(error, encoded) {
        super(error.id, error.outputs, error.reasons);
        this.encoded = encoded;
    }
}
