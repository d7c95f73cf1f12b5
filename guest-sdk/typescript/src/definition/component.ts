/** Making components. */

import type { Shape } from "../property/infer.js";
import type { Properties } from "../property/shape.js";
import type { ComponentDefinition } from "./definitions.js";
import { Noted } from "./note.js";

/** Keeps the types of the properties, which exist for the type checker alone. */
declare const componentBrand: unique symbol;

/** A component resource of a provider. Made by {@link component}. */
export class Component<out I extends Shape = Shape, out O extends Shape = Shape> extends Noted {
  declare readonly [componentBrand]: readonly [I, O];
  readonly name: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly definition: ComponentDefinition<any, any>;
  /** The properties that programs set. */
  readonly inputs: Properties;
  /** The properties that the component sets. */
  readonly outputs: Properties;
  /** The build searches the bundle for this text, which shows that the provider has component resources. */
  static readonly mark = "pulumiWasmComponentResource";

  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  constructor(name: string, definition: ComponentDefinition<any, any>) {
    super();
    this.name = name;
    this.definition = definition;
    this.inputs = (definition.inputs ?? {}) as Properties;
    this.outputs = (definition.outputs ?? {}) as Properties;
  }

  get module(): string | undefined {
    return this.definition.module;
  }
}

/**
 * A component resource, composed of other resources:
 * `component("Website", { inputs: { … }, outputs: { … }, construct(inputs, cx) { … } })`. The name is the last part
 * of its token, or a whole token. Its doc comment becomes its description.
 */
export function component<const I extends Shape = {}, const O extends Shape = {}>(name: string, definition: ComponentDefinition<I, O>): Component<I, O> {
  return new Component(name, definition);
}
