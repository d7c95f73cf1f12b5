/** Requests and answers of the interface, and their common handling. */
import { InvalidError, PartialError, ProviderError } from "../errors.js";
import { NO_EXTRA } from "../host/interface.js";
import { text } from "../host/numbers.js";
import { decodeAll, decodeRecorded, encodeAll, encodeWhatCanBe } from "../property/shape.js";
import { given, own } from "../value/own.js";
import { tellMisnamed } from "./misnamed.js";
import { print } from "../value/print.js";
/** Failures in the interface's form. */
export function wireFailures(failures) {
    return failures.map(({ property, reason }) => ({ property: text(property), reason: text(reason), extra: NO_EXTRA }));
}
/** Runs a check. An `InvalidError` counts like collected failures. */
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
    return decodeAll(resource.properties, merged(resource, outputs, inputs), "", "plain");
}
/** The recorded properties. A property that does not fit fails when a hook reads it. */
export function recordedOf(resource, outputs, inputs) {
    return decodeRecorded(resource.properties, merged(resource, outputs, inputs));
}
/** The state of a checkpoint, which may lack any output. */
export function savedOf(resource, outputs, inputs) {
    const values = merged(resource, outputs, inputs);
    const isLate = (name) => !Object.hasOwn(resource.inputs, name) && (own(values, name) ?? null) === null;
    return decodeRecorded(Object.fromEntries(Object.entries(resource.properties).filter(([name]) => !isLate(name))), values);
}
function merged(resource, outputs, inputs) {
    const all = { ...outputs };
    for (const name of Object.keys(resource.inputs)) {
        const value = own(inputs, name);
        if (!Object.hasOwn(resource.outputs, name) && value !== undefined)
            all[name] = value;
    }
    return all;
}
/**
 * Writes the outputs that a hook returned. Omitted inputs are recorded as given; inputs set to `undefined` are not
 * recorded. The host marks their secrets.
 */
export function encodeOutputs(resource, outputs, inputs) {
    misnamed(resource, outputs);
    return whole(() => encodeAll(resource.outputs, { ...inputs, ...outputs }, "", "plain"));
}
/** Reports names that are not properties of the resource. Inputs may be left out. */
export function misnamed(resource, outputs) {
    const wanted = Object.fromEntries(Object.entries(resource.outputs).filter(([name]) => !Object.hasOwn(resource.inputs, name)));
    tellMisnamed(outputs, resource.properties, wanted, resource.name);
}
/** Reports a wrong result of a hook, as a mistake of the provider, not of the program. */
export function whole(write) {
    try {
        return write();
    }
    catch (error) {
        if (!(error instanceof InvalidError))
            throw error;
        throw new ProviderError(`the provider's answer cannot be recorded: ${error.message}`);
    }
}
/** Refuses promises, because hooks are synchronous. */
export function refusePromise(returned, what) {
    if (typeof returned?.then === "function") {
        throw new ProviderError(`${what} returned a promise, and the host does not wait for promises\nhint: hooks and functions are synchronous: remove \`async\`; \`settle(promise)\` waits for what a library returns`);
    }
}
/**
 * The outputs of a hook, as {@link encodeOutputs} writes them, as text. A value that cannot be written is a partial
 * failure of the resource, which exists and is whole.
 */
export function recorded(resource, id, outputs, inputs, wrong) {
    misnamed(resource, outputs);
    const { encoded, lost, reasons } = encodeWhatCanBe(resource.outputs, { ...inputs, ...outputs });
    if (lost.length === 0 && wrong === undefined)
        return print(encoded);
    const reason = wrong ?? cannotBeRecorded(reasons);
    throw new EncodedPartialError(new PartialError(id, outputs, reason), encoded, lost);
}
function cannotBeRecorded(reasons) {
    return `the provider's answer cannot be recorded: ${reasons.join("; ")}`;
}
/** A partial failure with its outputs in the form of the interface, except for outputs that cannot be written. */
export function withOutputs(error, properties, inputs) {
    if (!(error instanceof PartialError) || error instanceof EncodedPartialError)
        return error;
    const { encoded, lost, reasons } = encodeWhatCanBe(properties, { ...inputs, ...error.outputs });
    const all = lost.length === 0 ? error.reasons : [...error.reasons, cannotBeRecorded(reasons)];
    return new EncodedPartialError(new PartialError(error.id, error.outputs, all), encoded);
}
/** Saves the outputs of a checkpoint that can be written, and then fails if some cannot. */
export function saveOutputs(resource, outputs, inputs, save) {
    misnamed(resource, outputs);
    const known = { ...inputs, ...outputs };
    const there = Object.entries(resource.outputs).filter(([name]) => given(known, name) !== undefined);
    const { encoded, lost, reasons } = encodeWhatCanBe(Object.fromEntries(there), known);
    save(print(encoded));
    if (lost.length > 0)
        throw new ProviderError(cannotBeRecorded(reasons));
}
/** A partial failure that is ready to cross the interface. */
export class EncodedPartialError extends PartialError {
    encoded;
    /** The outputs of a complete resource that could not be written. */
    unrecorded;
    constructor(error, encoded, unrecorded) {
        super(error.id, error.outputs, error.reasons);
        this.encoded = encoded;
        this.unrecorded = unrecorded;
    }
}
