/** Several properties by name: of a resource, an object type, a configuration or a function. */

import { InvalidError } from "../errors.js";
import type { Json, JsonObject } from "../value/json.js";
import { given, leaveOut, own } from "../value/own.js";
import { keyPath } from "../value/path.js";
import { unexpected, type Mode, type PropertyValue } from "./property.js";

/** The implementation of several properties by name. */
export type Properties = Readonly<Record<string, PropertyValue>>;

/** Reads properties. Names that the shape does not have are ignored. Throws an `InvalidError` with everything wrong. */
export function decodeAll(properties: Properties, values: JsonObject, path: string, mode: Mode): Record<string, unknown> {
  const decoded: Record<string, unknown> = {};
  const failures: InvalidError[] = [];
  for (const [name, property] of Object.entries(properties)) {
    try {
      const value = property.decode(own(values, name), keyPath(path, name), mode);
      if (value === undefined) leaveOut(decoded, name);
      else decoded[name] = value;
    } catch (error) {
      if (!(error instanceof InvalidError)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new InvalidError(failures.flatMap((error) => error.failures));
  return decoded;
}

/**
 * Reads properties. A property that is not a plain value is read on first access, because most hooks read few of them.
 * Its failure is thrown then.
 */
export function decodeLazily(properties: Properties, values: JsonObject, mode: Mode): Record<string, unknown> {
  const later = Object.entries(properties).filter(([name]) => isLarge(own(values, name)));
  const now = later.length === 0 ? properties : Object.fromEntries(Object.entries(properties).filter(([name]) => !isLarge(own(values, name))));
  const decoded = decodeAll(now, values, "", mode);
  for (const [name, property] of later) {
    const settle = (value: unknown): void => {
      Object.defineProperty(decoded, name, { value, writable: true, enumerable: true, configurable: true });
    };
    const get = (): unknown => {
      const value = property.decode(own(values, name), keyPath("", name), mode);
      settle(value);
      return value;
    };
    Object.defineProperty(decoded, name, { get, set: settle, enumerable: true, configurable: true });
  }
  return decoded;
}

/** Whether a property that is read lazily is still unread and unchanged. */
export function isUntouched(decoded: object, name: string): boolean {
  return Object.getOwnPropertyDescriptor(decoded, name)?.get !== undefined;
}

function isLarge(value: Json | undefined): boolean {
  return typeof value === "object" && value !== null;
}

/** Writes properties. Throws an `InvalidError`. */
export function encodeAll(properties: Properties, values: object, path: string, mode: Mode): JsonObject {
  const encoded: JsonObject = {};
  for (const [name, property] of Object.entries(properties)) {
    const value: Json | undefined = property.encode(given(values, name), keyPath(path, name), mode);
    if (value !== undefined) encoded[name] = value;
  }
  return encoded;
}

/** The written properties, and the names and reasons of the others. */
export interface Written {
  readonly encoded: JsonObject;
  readonly lost: readonly string[];
  readonly reasons: readonly string[];
}

/** Writes each property separately, because no known property of an existing resource may be lost. */
export function encodeWhatCanBe(properties: Properties, values: object): Written {
  const encoded: JsonObject = {};
  const lost: string[] = [];
  const reasons: string[] = [];
  for (const [name, property] of Object.entries(properties)) {
    const path = keyPath("", name);
    try {
      const value: Json | undefined = property.encode(given(values, name), path, "plain");
      if (value !== undefined) encoded[name] = value;
    } catch (error) {
      lost.push(name);
      // A value of an odd type may throw any exception.
      reasons.push(error instanceof InvalidError ? error.message : `${path}: ${String(error)}`);
    }
  }
  return { encoded, lost, reasons };
}

/**
 * Reads a record. An older version may have recorded it in another form, and few hooks read all of it. So the fault
 * of a property is thrown when it is read, and copies of the record omit the property.
 */
export function decodeRecorded(properties: Properties, values: JsonObject): Record<string, unknown> {
  const decoded: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    try {
      const value = property.decode(own(values, name), keyPath("", name), "plain");
      if (value === undefined) leaveOut(decoded, name);
      else decoded[name] = value;
    } catch (error) {
      if (!(error instanceof InvalidError)) throw error;
      const failures = error.failures.map((one) => ({ property: one.property, reason: `the recorded state does not fit: it ${one.reason}` }));
      const get = (): never => {
        throw new InvalidError(failures);
      };
      const set = (value: unknown): void => {
        Object.defineProperty(decoded, name, { value, writable: true, enumerable: true, configurable: true });
      };
      Object.defineProperty(decoded, name, { get, set, enumerable: false, configurable: true });
    }
  }
  return decoded;
}

/** Checks that the result of an author's function is an object. */
export function asObject(value: unknown, what: string): object {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw unexpected("", `an object from ${what}`, value);
  return value;
}
