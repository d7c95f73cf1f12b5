/** Putting inputs into the one spelling that is compared, recorded and sent. */

import { type CheckContext, type Draft, isKnown } from "pulumi-wasm-provider";

import { DomainName, Unacceptable } from "./name.js";

type Report = Pick<CheckContext, "fail">;

/** Replaces a known text by its canonical spelling, or reports its fault. */
export function spelled<T extends Draft<string | undefined>>(value: T, path: string, cx: Report, canonical: (text: string) => string): T {
  return typeof value === "string" ? ((attempt(() => canonical(value), path, cx) ?? value) as T) : value;
}

/** Replaces each text of a known list by its canonical spelling, or reports its fault. */
export function eachSpelled<T extends Draft<string[] | undefined>>(value: T, path: string, cx: Report, canonical: (text: string) => string): T {
  if (!Array.isArray(value) || !isKnown(value)) return value;
  return value.map((text, index) => attempt(() => canonical(text as string), `${path}[${index}]`, cx) ?? text) as T;
}

/** Reports what occurs twice in a list that the server takes as a set. */
export function distinct(list: readonly string[], path: string, cx: Report, same: (one: string, other: string) => boolean): void {
  list.forEach((text, index) => {
    const first = list.slice(0, index).findIndex((other) => same(text, other));
    if (first >= 0) cx.fail(`${path}[${index}]`, `\`${text}\` is the same as ${path}[${first}]`);
  });
}

/** The canonical spelling of a domain name. */
export function domainName(text: string): string {
  return DomainName.parse(text).toString();
}

function attempt<T>(make: () => T, path: string, cx: Report): T | undefined {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof Unacceptable)) throw error;
    cx.fail(path, error.message);
    return undefined;
  }
}
