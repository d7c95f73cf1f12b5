/** Joins several outputs to a single output, and writes texts with outputs in them. */
import { Output } from "./output.js";
import type { Unwrap } from "./types.js";
/** Converts a value to an output. A value that contains outputs is known when all of them are. */
export declare function output<const T>(value: T): Output<Unwrap<T>>;
/**
 * Joins several values: the result is known when all of them are.
 *
 *     all([inputs.host, inputs.port]).apply(([host, port]) => `${host}:${port}`)
 *     all({ host: inputs.host, port: inputs.port }).apply(({ host, port }) => `${host}:${port}`)
 */
export declare function all<const T extends readonly unknown[] | Readonly<Record<string, unknown>>>(values: T): Output<Unwrap<T>>;
/** A value that a text may contain. */
export type Printed = string | number | bigint | boolean | Output<string> | Output<number> | Output<bigint> | Output<boolean> | Output<string | number | bigint | boolean>;
/** A text with values in it: interpolate`https://${host}/${page.id}`. */
export declare function interpolate(texts: TemplateStringsArray, ...values: readonly Printed[]): Output<string>;
