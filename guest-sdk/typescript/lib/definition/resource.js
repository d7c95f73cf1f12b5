/** Making resources. */
import { PropertyValue } from "../property/property.js";
import { Noted } from "./note.js";
/** The hooks by the manifest's names, each with a test of whether the author wrote it. */
const HOOKS = [
    ["create", ({ create }) => create !== undefined],
    ["resume", ({ resume }) => resume !== undefined],
    ["check", ({ check }) => check !== undefined],
    ["diff", ({ diff }) => diff !== undefined],
    ["preview-create", ({ previewCreate }) => previewCreate !== undefined],
    ["read", ({ read }) => read !== undefined],
    ["update", ({ update }) => update !== undefined],
    ["preview-update", ({ previewUpdate }) => previewUpdate !== undefined],
    ["delete", (definition) => definition.delete !== undefined],
    ["migrate", ({ migrations }) => migrations !== undefined],
    ["list", ({ list }) => list !== undefined],
];
/** A resource of a provider. Made by {@link resource}. */
export class Resource extends Noted {
    name;
    definition;
    /** All properties, the inputs first. */
    properties;
    /** The properties that programs set. */
    inputs;
    /** The recorded properties. */
    outputs;
    /** The query of a list. */
    query;
    constructor(name, definition) {
        super();
        this.name = name;
        this.definition = definition;
        this.inputs = definition.inputs;
        this.properties = { ...this.inputs, ...definition.outputs };
        this.outputs = Object.fromEntries(Object.entries(this.properties).filter(([, property]) => !property?.facts?.inputOnly));
        this.query = (definition.query ?? {});
    }
    get module() {
        return this.definition.module;
    }
    /** The hooks that the author wrote, by the manifest's names. */
    hooks() {
        return HOOKS.filter(([, isWritten]) => isWritten(this.definition)).map(([name]) => name);
    }
    /** The version of the recorded state. */
    stateVersion() {
        return this.definition.migrations?.length ?? 0;
    }
}
/**
 * A resource of a provider: `resource("Zone", { inputs: { … }, outputs: { … }, create({ inputs }, cx) { … } })`. The name is
 * the last part of its token, or a whole token. Its doc comment becomes its description.
 */
export function resource(name, definition) {
    return new Resource(name, definition);
}
/** Whether a value is a property. An author may have put something else in its place by mistake. */
export function isProperty(value) {
    return value instanceof PropertyValue;
}
