/** Making components. */
import type { Shape } from "../property/infer.js";
import type { Properties } from "../property/shape.js";
import type { ComponentDefinition } from "./definitions.js";
import { Noted } from "./note.js";
/** Keeps the types of the properties, which exist for the type checker alone. */
declare const componentBrand: unique symbol;
/** A component resource of a provider. Made by {@link component}. */
export declare class Component<out I extends Shape = Shape, out O extends Shape = Shape> extends Noted {
    readonly [componentBrand]: readonly [I, O];
    readonly name: string;
    readonly definition: ComponentDefinition<any, any>;
    /** The properties that programs set. */
    readonly inputs: Properties;
    /** The properties that the component sets. */
    readonly outputs: Properties;
    /** The build searches the bundle for this text, which shows that the provider has component resources. */
    static readonly mark = "pulumiWasmComponentResource";
    constructor(name: string, definition: ComponentDefinition<any, any>);
    get module(): string | undefined;
}
/**
 * A component resource, composed of other resources:
 * `component("Website", { inputs: { … }, outputs: { … }, construct(inputs, cx) { … } })`. The name is the last part
 * of its token, or a whole token. Its doc comment becomes its description.
 */
export declare function component<const I extends Shape = {}, const O extends Shape = {}>(name: string, definition: ComponentDefinition<I, O>): Component<I, O>;
export {};
