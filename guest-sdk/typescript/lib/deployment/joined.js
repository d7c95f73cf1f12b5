/** Joins several outputs to a single output, and writes texts with outputs in them. */
import { ProviderError } from "../errors.js";
import { Expressed } from "../value/expressed.js";
import { nameOf } from "../value/json.js";
import { ANYTHING, knownParts } from "./known.js";
import { declared, derived, Output, placed } from "./output.js";
import { declaring } from "./session.js";
/** Converts a value to an output. A value that contains outputs is known when all of them are. */
export function output(value) {
    return declaring(placed("output"), () => joined(value));
}
/**
 * Joins several values: the result is known when all of them are.
 *
 *     all([inputs.host, inputs.port]).apply(([host, port]) => `${host}:${port}`)
 *     all({ host: inputs.host, port: inputs.port }).apply(({ host, port }) => `${host}:${port}`)
 */
export function all(values) {
    return declaring(placed("all"), () => joined(values));
}
function joined(value) {
    if (value instanceof Output)
        return value;
    return new Output(value === undefined ? undefined : declared(value), knownFor(value));
}
/** Reads a value with outputs in it, each output by its own type. */
function knownFor(value) {
    if (value instanceof Output)
        return value._known;
    if (Array.isArray(value))
        return knownParts(value.map(knownFor));
    const isRecord = typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
    if (!isRecord)
        return ANYTHING;
    return knownParts(Object.fromEntries(Object.entries(value).map(([name, member]) => [name, knownFor(member)])));
}
/** A text with values in it: interpolate`https://${host}/${page.id}`. */
export function interpolate(texts, ...values) {
    const at = placed("interpolate");
    const source = declaring(at, () => joined(values.map((value) => (typeof value === "bigint" ? String(value) : value))));
    return derived(source, at, (argument) => {
        const found = declaring(`a value of ${at}`, () => source._known.read(argument, ""));
        return texts.reduce((text, part, index) => text + printed(found[index - 1], values[index - 1], at) + part);
    });
}
function printed(value, given, at) {
    switch (typeof value) {
        case "string":
        case "number":
        case "bigint":
        case "boolean":
            return String(value);
        default:
            break;
    }
    const what = given instanceof Expressed ? "an output" : "a value";
    throw new ProviderError(`${what} in ${at} is ${nameOf(value)}, which has no text\nhint: make a text of it with \`apply\``);
}
