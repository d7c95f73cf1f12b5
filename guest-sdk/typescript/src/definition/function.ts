/** Functions that programs call. */

import type { AnyProperty } from "../property/typed.js";
import type { Shape } from "../property/infer.js";
import { PropertyValue } from "../property/property.js";
import type { Properties } from "../property/shape.js";
import type { FunctionDefinition } from "./definitions.js";
import { Noted } from "./note.js";

/** Keeps the types of arguments and results, which exist for the type checker alone. */
declare const functionBrand: unique symbol;

/** A function of a provider. Made by {@link func}. */
export class ProviderFunction<out A extends Shape = Shape, out R extends Shape | AnyProperty = Shape | AnyProperty> extends Noted {
  declare readonly [functionBrand]: readonly [A, R];
  readonly name: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly definition: FunctionDefinition<any, any>;
  readonly inputs: Properties;
  /** Its named results, or the one result. */
  readonly outputs: Properties | PropertyValue;

  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  constructor(name: string, definition: FunctionDefinition<any, any>) {
    super();
    this.name = name;
    this.definition = definition;
    this.inputs = (definition.inputs ?? {}) as Properties;
    this.outputs = (definition.outputs ?? {}) as Properties | PropertyValue;
  }

  get module(): string | undefined {
    return this.definition.module;
  }
}

/**
 * A function that programs call: `func("getZone", { inputs: { … }, outputs: { … }, call(inputs, cx) { … } })`. The name
 * is the last part of its token, or a whole token. Its doc comment becomes its description.
 */
export function func<const A extends Shape = {}, const R extends Shape | AnyProperty = {}>(
  name: string,
  definition: FunctionDefinition<A, R>,
): ProviderFunction<A, R> {
  return new ProviderFunction(name, definition);
}
