/** Drafts that hooks change in place. Untouched values are sent back unchanged, including secrets. */

import { decodeLazily, isUntouched, type Properties } from "../property/shape.js";
import type { Mode, PropertyValue } from "../property/property.js";
import { isObject, type Json, type JsonObject } from "../value/json.js";
import { given, own } from "../value/own.js";
import { keyPath } from "../value/path.js";
import { hasNegativeZero, print } from "../value/print.js";
import { Secret } from "../value/special.js";
import { stringify } from "../value/unknowns.js";
import * as wire from "../value/wire.js";

/** A draft, and how to write it back. */
export class Kept {
  /** The draft that the hook sees, and may change. */
  readonly draft: Record<string, unknown>;
  readonly #properties: Properties;
  readonly #original: JsonObject;
  readonly #mode: Mode;

  constructor(properties: Properties, original: JsonObject, mode: Mode) {
    this.#properties = properties;
    this.#original = original;
    this.#mode = mode;
    this.draft = decodeLazily(properties, original, mode);
  }

  /** The draft with its values replaced by these. */
  with(values: object): this {
    for (const name of Object.keys(values)) {
      if (Object.hasOwn(this.#properties, name)) this.draft[name] = given(values, name);
    }
    return this;
  }

  /** The map with the changes of the hook. A member that is not a property stays unchanged. */
  write(): JsonObject {
    const written: JsonObject = { ...this.#original };
    for (const [name, property] of Object.entries(this.#properties)) {
      const value = this.#member(name, property);
      if (value === undefined) delete written[name];
      else written[name] = value;
    }
    return written;
  }

  /** The result as text. It is `text`, the original, unless the hook changed something. */
  print(text: string): string {
    const written = this.write();
    const changed = Object.keys(this.#properties).filter((name) => own(written, name) !== own(this.#original, name));
    if (changed.length === 0) return text;
    // The search for -0 takes long, and an unchanged value has one only if the text does.
    const isPlain = !text.includes("-0") && !changed.some((name) => hasNegativeZero(own(written, name) ?? null));
    return isPlain ? stringify(written) : print(written);
  }

  #member(name: string, property: PropertyValue): Json | undefined {
    const original = own(this.#original, name);
    if (isUntouched(this.draft, name)) return original;
    const path = keyPath("", name);
    const before = original === undefined ? undefined : property.decode(original, path, this.#mode);
    const after = given(this.draft, name);
    if (original !== undefined && equal(before, after)) return original;
    const encoded = property.encode(after, path, this.#mode);
    return encoded === undefined ? undefined : kept(original, encoded);
  }
}

/** The new value, in which former secrets are secrets again. */
function kept(original: Json | undefined, encoded: Json): Json {
  if (original === undefined || !wire.containsSecret(original)) return encoded;
  if (wire.isSecret(original)) return wire.secret(encoded);
  const old = wire.open(original);
  if (Array.isArray(old) && Array.isArray(encoded) && old.length === encoded.length) {
    return encoded.map((item, index) => kept(old[index], item));
  }
  if (isObject(old) && isObject(encoded)) {
    const oneIsGone = Object.keys(old).some((name) => !Object.hasOwn(encoded, name) && wire.containsSecret(own(old, name) ?? null));
    const member = ([name, value]: [string, Json]): [string, Json] => [
      name,
      oneIsGone && !Object.hasOwn(old, name) ? wire.secret(value) : kept(own(old, name), value),
    ];
    return Object.fromEntries(Object.entries(encoded).map(member));
  }
  return wire.secret(encoded);
}

/** Whether two decoded values are equal. */
function equal(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return Number.isNaN(one) && Number.isNaN(other);
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
  if (one instanceof Secret) return equal(one.value, (other as Secret<unknown>).value);
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => Object.hasOwn(other, name) && equal((one as JsonObject)[name], (other as JsonObject)[name]));
}
