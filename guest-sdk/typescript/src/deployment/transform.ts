/** Transforms: functions that change the inputs and options of children. */

import { refusePromise } from "../call/wire.js";
import { InvalidError } from "../errors.js";
import { anything } from "../property/kinds.js";
import { isObject, type Json, type JsonObject } from "../value/json.js";
import * as wire from "../value/wire.js";
import { ANYTHING } from "./known.js";
import { encodeOptions, OF_CHILDREN, refuseOthers, type ChildOptions } from "./options.js";
import { located, Output } from "./output.js";
import { about, declaring, type Session } from "./session.js";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The options that a transform can change. */
export type ChangeableOptions = Mutable<Omit<ChildOptions, "name" | "parent" | "transforms" | "hooks">>;

/**
 * A child before the engine creates it. A transform can change `inputs` and `options`.
 *
 * A plain input is the value itself. An input that is secret, unknown or from another resource is an {@link Output},
 * which can be moved, but not read.
 */
export interface ChildRegistration {
  /** The type token. */
  readonly token: string;
  /** The name in full. */
  readonly name: string;
  /** Whether a provider makes it; a group or a component otherwise. */
  readonly isCustom: boolean;
  /** The URN of the parent. */
  readonly parent: string;
  /** The inputs, by the names that their package has for them. */
  inputs: Record<string, any>;
  /** The options that are set. Resources in them are outputs. */
  options: ChangeableOptions;
}

/** A function that changes a child. */
export type Transform = (child: ChildRegistration) => void;

/** Keeps a function, and gives its number for the host. `place` is its place in the author's source. */
export function kept(session: Session, transform: Transform, place: string): number {
  const at = located("the transform", place);
  return session.keep((argument) => {
    const told = argument as JsonObject;
    const child: ChildRegistration = {
      token: told["type"] as string,
      name: told["name"] as string,
      isCustom: told["custom"] === true,
      parent: told["parent"] as string,
      inputs: read(told["properties"] ?? {}) as ChildRegistration["inputs"],
      options: read(told["options"] ?? {}) as ChangeableOptions,
    };
    // The host accepts all options that it sent, also options of a later engine.
    const known = [...OF_CHILDREN, ...Object.keys(child.options)];
    let given: unknown;
    try {
      given = transform(child);
    } catch (error) {
      throw about(at, error);
    }
    refusePromise(given, `the function of ${at}`);
    return declaring(`the result of ${at}`, () => {
      refuseOthers(child.options, known, "options");
      return { properties: encodeInputs(child.inputs), options: encodeOptions(child.options, undefined) };
    });
  });
}

function encodeInputs(inputs: unknown): Json {
  if (typeof inputs !== "object" || inputs === null || Array.isArray(inputs)) throw new InvalidError("", "the inputs have to be an object");
  return anything(inputs, "", "declared");
}

function read(value: Json): unknown {
  if (wire.outputOf(value) !== undefined) return new Output(value, ANYTHING);
  if (Array.isArray(value)) return value.map(read);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, read(member)]));
}
