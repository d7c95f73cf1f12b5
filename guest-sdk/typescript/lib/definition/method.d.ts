/** Methods of resources. */
import type { Infer, Shape, State } from "../property/infer.js";
import { PropertyValue } from "../property/property.js";
import type { Properties } from "../property/shape.js";
import type { AnyProperty } from "../property/typed.js";
import type { Component } from "./component.js";
import type { MethodDefinition } from "./definitions.js";
import { Noted } from "./note.js";
import type { Resource } from "./resource.js";
/** The outputs of a resource of the package. */
export type OutputsOf<T> = T extends Component<infer _, infer O> ? Infer<O> : T extends Resource<infer I, infer O> ? State<I, O> : unknown;
/** A method of a resource. Made by {@link method}. */
export declare class Method extends Noted {
    /** The resource that has it. */
    readonly of: Component | Resource;
    readonly name: string;
    readonly definition: MethodDefinition<any, any, any>;
    readonly inputs: Properties;
    /** Its named results, or the one result; `undefined` without one. */
    readonly outputs: Properties | PropertyValue | undefined;
    /** The build looks for this text, as for the mark of components. */
    static readonly mark = "pulumiWasmComponentResource";
    constructor(of: Component | Resource, name: string, definition: MethodDefinition<any, any, any>);
}
/**
 * A method of a component, or of a resource: `method(Website, "announce", { inputs: { … }, outputs: { … }, call(site, inputs, cx) { … } })`. Its
 * doc comment becomes its description.
 */
export declare function method<T extends Component | Resource, const A extends Shape = {}, const R extends Shape | AnyProperty = {}>(of: T, name: string, definition: MethodDefinition<OutputsOf<T>, A, R>): Method;
