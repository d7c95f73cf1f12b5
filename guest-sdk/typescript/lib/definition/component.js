/** Making components. */
import { Noted } from "./note.js";
/** A component resource of a provider. Made by {@link component}. */
export class Component extends Noted {
    name;
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    definition;
    /** The properties that programs set. */
    inputs;
    /** The properties that the component sets. */
    outputs;
    /** The build searches the bundle for this text, which shows that the provider has component resources. */
    static mark = "pulumiWasmComponentResource";
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
 * A component resource, composed of other resources:
 * `component("Website", { inputs: { … }, outputs: { … }, construct(inputs, cx) { … } })`. The name is the last part
 * of its token, or a whole token. Its doc comment becomes its description.
 */
export function component(name, definition) {
    return new Component(name, definition);
}
