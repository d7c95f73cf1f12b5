/** Functions that programs call. */
import { PropertyValue } from "../property/property.js";
import { Noted } from "./note.js";
/** A function of a provider. Made by {@link func}. */
export class ProviderFunction extends Noted {
    name;
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    definition;
    inputs;
    /** Its named results, or the one result. */
    outputs;
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    constructor(name, definition) {
        super();
        this.name = name;
        this.definition = definition;
        this.inputs = (definition.inputs ?? {});
        this.outputs = (definition.outputs ?? {});
    }
    get module() {
        return this.definition.module;
    }
}
/**
 * A function that programs call: `func("getZone", { inputs: { … }, outputs: { … }, call(inputs, cx) { … } })`. The name
 * is the last part of its token, or a whole token. Its doc comment becomes its description.
 */
export function func(name, definition) {
    return new ProviderFunction(name, definition);
}
