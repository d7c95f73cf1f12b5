/** Making resources. */

import type { Shape } from "../property/infer.js";
import { PropertyValue } from "../property/property.js";
import type { Properties } from "../property/shape.js";
import type { ResourceDefinition } from "./definitions.js";
import { Noted } from "./note.js";

/** A definition whose types do not matter any more. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyDefinition = ResourceDefinition<any, any, any>;

/** The hooks by the manifest's names, each with a test of whether the author wrote it. */
const HOOKS: readonly (readonly [string, (definition: AnyDefinition) => boolean])[] = [
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

/** Keeps the types of the properties, which exist for the type checker alone. */
declare const resourceBrand: unique symbol;

/** A resource of a provider. Made by {@link resource}. */
export class Resource<out I extends Shape = Shape, out O extends Shape = Shape> extends Noted {
  declare readonly [resourceBrand]: readonly [I, O];
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

  constructor(name: string, definition: AnyDefinition) {
    super();
    this.name = name;
    this.definition = definition;
    this.inputs = definition.inputs as Properties;
    this.properties = { ...this.inputs, ...(definition.outputs as Properties | undefined) };
    this.outputs = Object.fromEntries(Object.entries(this.properties).filter(([, property]) => !property?.facts?.inputOnly));
    this.query = (definition.query ?? {}) as Properties;
  }

  get module(): string | undefined {
    return this.definition.module;
  }

  /** The hooks that the author wrote, by the manifest's names. */
  hooks(): string[] {
    return HOOKS.filter(([, isWritten]) => isWritten(this.definition)).map(([name]) => name);
  }

  /** The version of the recorded state. */
  stateVersion(): number {
    return this.definition.migrations?.length ?? 0;
  }
}

/**
 * A resource of a provider: `resource("Zone", { inputs: { … }, outputs: { … }, create({ inputs }, cx) { … } })`. The name is
 * the last part of its token, or a whole token. Its doc comment becomes its description.
 */
export function resource<const I extends Shape, const O extends Shape = {}, const Q extends Shape = {}>(
  name: string,
  definition: ResourceDefinition<I, O, Q>,
): Resource<I, O> {
  return new Resource(name, definition);
}

/** Whether a value is a property. An author may have put something else in its place by mistake. */
export function isProperty(value: unknown): value is PropertyValue {
  return value instanceof PropertyValue;
}
