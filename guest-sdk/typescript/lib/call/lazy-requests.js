/** Requests whose members are read from the interface on access, because most hooks read few. A copy has all members. */
import { decodeAll } from "../property/shape.js";
import { parse, parseOptional } from "../value/parse.js";
/** Makes the request of `check`. */
export function checkAsked(inputs, resource, request) {
    return {
        inputs,
        get oldInputs() {
            return decodeOld(resource.inputs, parse(request.oldInputs));
        },
        get oldOutputs() {
            return decodeOld(resource.outputs, parseOptional(request.oldOutputs) ?? {});
        },
    };
}
/** Makes the request of `read`; `known` are the recorded inputs. */
export function readAsked(id, old, resource, known) {
    return {
        id,
        old,
        get inputs() {
            return known && decodeAll(resource.inputs, known, "", "preview");
        },
    };
}
/** The recorded values; `undefined` for a new resource. */
function decodeOld(properties, recorded) {
    return Object.keys(recorded).length === 0 ? undefined : decodeAll(properties, recorded, "", "preview");
}
