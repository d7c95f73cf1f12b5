/** Methods of resources. */
import { PropertyValue } from "../property/property.js";
import { Noted } from "./note.js";
/** A method of a resource. Made by {@link method}. */
export class Method extends Noted {
    /** The resource that has it. */
    of;
    name;
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    definition;
    inputs;
    /** Its named results, or the one result; `undefined` without one. */
    outputs;
    /** The build looks for this text, as for the mark of components. */
    static mark = "pulumiWasmComponentResource";
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    constructor(of, name, definition) {
        super();
        this.of = of;
        this.name = name;
        this.definition = definition;
        this.inputs = (definition.inputs ?? {});
        this.outputs = definition.outputs;
    }
}
/**
 * A method of a component, or of a resource: `method(Website, "announce", { inputs: { … }, outputs: { … }, call(site, inputs, cx) { … } })`. Its
 * doc comment becomes its description.
 */
export function method(of, name, definition) {
    return new Method(of, name, definition);
}
