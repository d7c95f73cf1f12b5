/** Making resources. */
import type { Shape } from "../property/infer.js";
import { PropertyValue } from "../property/property.js";
import type { Properties } from "../property/shape.js";
import type { ResourceDefinition } from "./definitions.js";
import { Noted } from "./note.js";
/** A definition whose types do not matter any more. */
export type AnyDefinition = ResourceDefinition<any, any, any>;
/** Keeps the types of the properties, which exist for the type checker alone. */
declare const resourceBrand: unique symbol;
/** A resource of a provider. Made by {@link resource}. */
export declare class Resource<out I extends Shape = Shape, out O extends Shape = Shape> extends Noted {
    readonly [resourceBrand]: readonly [I, O];
    readonly name: string;
    readonly definition: AnyDefinition;
    /** All properties, the inputs first. */
    readonly properties: Properties;
    /** The properties that programs set. */
    readonly inputs: Properties;
    /** The recorded properties. */
    readonly outputs: Properties;
    /** The query of a list. */
    readonly query: Properties;
    constructor(name: string, definition: AnyDefinition);
    get module(): string | undefined;
    /** The hooks that the author wrote, by the manifest's names. */
    hooks(): string[];
    /** The version of the recorded state. */
    stateVersion(): number;
}
/**
 * A resource of a provider: `resource("Zone", { inputs: { … }, outputs: { … }, create({ inputs }, cx) { … } })`. The name is
 * the last part of its token, or a whole token. Its doc comment becomes its description.
 */
export declare function resource<const I extends Shape, const O extends Shape = {}, const Q extends Shape = {}>(name: string, definition: ResourceDefinition<I, O, Q>): Resource<I, O>;
/** Whether a value is a property. An author may have put something else in its place by mistake. */
export declare function isProperty(value: unknown): value is PropertyValue;
export {};
