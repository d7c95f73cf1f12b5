/** Joins several outputs to a single output, and writes texts with outputs in them. */

import { ProviderError } from "../errors.js";
import { Expressed } from "../value/expressed.js";
import { nameOf } from "../value/json.js";
import { ANYTHING, knownParts, type Known } from "./known.js";
import { declared, derived, Output, placed } from "./output.js";
import { declaring } from "./session.js";
import type { Unwrap } from "./types.js";

/** Converts a value to an output. A value that contains outputs is known when all of them are. */
export function output<const T>(value: T): Output<Unwrap<T>> {
  return declaring(placed("output"), () => joined<Unwrap<T>>(value));
}

/**
 * Joins several values: the result is known when all of them are.
 *
 *     all([inputs.host, inputs.port]).apply(([host, port]) => `${host}:${port}`)
 *     all({ host: inputs.host, port: inputs.port }).apply(({ host, port }) => `${host}:${port}`)
 */
export function all<const T extends readonly unknown[] | Readonly<Record<string, unknown>>>(values: T): Output<Unwrap<T>> {
  return declaring(placed("all"), () => joined<Unwrap<T>>(values));
}

function joined<T>(value: unknown): Output<T> {
  if (value instanceof Output) return value as Output<T>;
  return new Output<T>(value === undefined ? undefined : declared(value), knownFor(value));
}

/** Reads a value with outputs in it, each output by its own type. */
function knownFor(value: unknown): Known {
  if (value instanceof Output) return value._known;
  if (Array.isArray(value)) return knownParts(value.map(knownFor));
  const isRecord = typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  if (!isRecord) return ANYTHING;
  return knownParts(Object.fromEntries(Object.entries(value).map(([name, member]) => [name, knownFor(member)])));
}

/** A value that a text may contain. */
export type Printed = string | number | bigint | boolean | Output<string> | Output<number> | Output<bigint> | Output<boolean> | Output<string | number | bigint | boolean>;

/** A text with values in it: interpolate`https://${host}/${page.id}`. */
export function interpolate(texts: TemplateStringsArray, ...values: readonly Printed[]): Output<string> {
  const at = placed("interpolate");
  const source = declaring(at, () => joined<unknown>(values.map((value) => (typeof value === "bigint" ? String(value) : value))));
  return derived<string>(source, at, (argument) => {
    const found = declaring(`a value of ${at}`, () => source._known.read(argument, "")) as readonly unknown[];
    return texts.reduce((text, part, index) => text + printed(found[index - 1], values[index - 1], at) + part);
  });
}

function printed(value: unknown, given: Printed | undefined, at: string): string {
  switch (typeof value) {
    case "string":
    case "number":
    case "bigint":
    case "boolean":
      return String(value);
    default:
      break;
  }
  const what = given instanceof Expressed ? "an output" : "a value";
  throw new ProviderError(`${what} in ${at} is ${nameOf(value)}, which has no text\nhint: make a text of it with \`apply\``);
}
