/** Transforms: functions that change the inputs and options of children. */
import { refusePromise } from "../call/wire.js";
import { InvalidError } from "../errors.js";
import { anything } from "../property/kinds.js";
import { isObject } from "../value/json.js";
import * as wire from "../value/wire.js";
import { ANYTHING } from "./known.js";
import { encodeOptions, OF_CHILDREN, refuseOthers } from "./options.js";
import { located, Output } from "./output.js";
import { about, declaring } from "./session.js";
/** Keeps a function, and gives its number for the host. `place` is its place in the author's source. */
export function kept(session, transform, place) {
    const at = located("the transform", place);
    return session.keep((argument) => {
        const told = argument;
        const child = {
            token: told["type"],
            name: told["name"],
            isCustom: told["custom"] === true,
            parent: told["parent"],
            inputs: read(told["properties"] ?? {}),
            options: read(told["options"] ?? {}),
        };
        // The host accepts all options that it sent, also options of a later engine.
        const known = [...OF_CHILDREN, ...Object.keys(child.options)];
        let given;
        try {
            given = transform(child);
        }
        catch (error) {
            throw about(at, error);
        }
        refusePromise(given, `the function of ${at}`);
        return declaring(`the result of ${at}`, () => {
            refuseOthers(child.options, known, "options");
            return { properties: encodeInputs(child.inputs), options: encodeOptions(child.options, undefined) };
        });
    });
}
function encodeInputs(inputs) {
    if (typeof inputs !== "object" || inputs === null || Array.isArray(inputs))
        throw new InvalidError("", "the inputs have to be an object");
    return anything(inputs, "", "declared");
}
function read(value) {
    if (wire.outputOf(value) !== undefined)
        return new Output(value, ANYTHING);
    if (Array.isArray(value))
        return value.map(read);
    if (!isObject(value))
        return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, read(member)]));
}
