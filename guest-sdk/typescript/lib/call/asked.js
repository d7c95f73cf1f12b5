/** Requests with members that are read from the interface when a hook looks at them: most hooks look at few. */
import { decodeAll } from "../property/shape.js";
import { parse, parseOptional } from "../value/parse.js";
/** The request of `check`. */
export class CheckAsked {
    inputs;
    #resource;
    #request;
    constructor(inputs, resource, request) {
        this.inputs = inputs;
        this.#resource = resource;
        this.#request = request;
    }
    get oldInputs() {
        return decodeOld(this.#resource.inputs, parse(this.#request.oldInputs));
    }
    get oldOutputs() {
        return decodeOld(this.#resource.outputs, parseOptional(this.#request.oldOutputs) ?? {});
    }
}
/** The record; `undefined` for a new resource. */
function decodeOld(properties, recorded) {
    return Object.keys(recorded).length === 0 ? undefined : decodeAll(properties, recorded, "", "preview");
}
/** The request of `read`. */
export class ReadAsked {
    id;
    old;
    #resource;
    #known;
    constructor(id, old, resource, known) {
        this.id = id;
        this.old = old;
        this.#resource = resource;
        this.#known = known;
    }
    get inputs() {
        return this.#known && decodeAll(this.#resource.inputs, this.#known, "", "preview");
    }
}
