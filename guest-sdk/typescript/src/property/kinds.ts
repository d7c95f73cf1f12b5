/** The types without a name: strings, numbers, booleans, arrays, records, anything. */

import { InvalidError } from "../errors.js";
import { text } from "../host/numbers.js";
import { Archive, Asset } from "../value/asset.js";
import { Expressed } from "../value/expressed.js";
import { isObject, type Json } from "../value/json.js";
import { ResourceReference } from "../value/reference.js";
import { indexPath, keyPath } from "../value/path.js";
import { Secret, UNKNOWN } from "../value/special.js";
import { noteUnknown } from "../value/unknowns.js";
import * as wire from "../value/wire.js";
import { encodeFile, encodeReference } from "./handles.js";
import { expressed, PropertyValue, unexpected, unknown, type Mode, type Type } from "./property.js";
import type { Types } from "./types.js";

/** Pulumi's numbers are doubles; beyond this one, they have gaps. */
const MAX_EXACT_INTEGER = 2 ** 53;

export const STRING: Type = {
  schema: () => ({ type: "string" }),
  decode(value, path) {
    if (typeof value !== "string") throw unexpected(path, "a string", value);
    return value;
  },
  encode(value, path) {
    if (typeof value !== "string") throw unexpected(path, "a string", value);
    return text(value);
  },
};

export const BOOLEAN: Type = {
  schema: () => ({ type: "boolean" }),
  decode(value, path) {
    if (typeof value !== "boolean") throw unexpected(path, "a boolean", value);
    return value;
  },
  encode(value, path) {
    if (typeof value !== "boolean") throw unexpected(path, "a boolean", value);
    return value;
  },
};

export const NUMBER: Type = {
  schema: () => ({ type: "number" }),
  decode(value, path) {
    if (typeof value !== "number") throw unexpected(path, "a number", value);
    return value;
  },
  encode(value, path) {
    if (typeof value !== "number") throw unexpected(path, "a number", value);
    if (!Number.isFinite(value)) throw new InvalidError(path, `${value} is not a number that Pulumi can hold`);
    return value;
  },
};

export const INTEGER: Type = {
  schema: () => ({ type: "integer" }),
  decode(value, path, mode) {
    if (typeof value !== "number") throw unexpected(path, "a whole number", value);
    if (!Number.isInteger(value)) throw new InvalidError(path, `expected a whole number, found ${mode === "body" ? "a fraction" : value}`);
    return value;
  },
  encode(value, path) {
    if (typeof value !== "number") throw unexpected(path, "a whole number", value);
    if (!Number.isInteger(value)) throw new InvalidError(path, `expected a whole number, found ${value}`);
    if (Math.abs(value) > MAX_EXACT_INTEGER) {
      throw new InvalidError(path, `${value} is too large to be an exact number in Pulumi`);
    }
    return value;
  },
};

/** Characters of a whole number that is a text. */
const MAX_EXACT_DIGITS = 1000;
const DIGITS = "the digits of a whole number";
const DIGITS_PATTERN = "^(0|-?[1-9][0-9]*)$";

/** A whole number with all its digits, which the schema has as a text. */
export const EXACT_INTEGER: Type = {
  natural: { pattern: DIGITS_PATTERN, patternReason: DIGITS, maxLength: MAX_EXACT_DIGITS },
  schema: () => ({ type: "string" }),
  decode(value, path) {
    if (typeof value !== "string") throw unexpected(path, "a string", value);
    if (value.length > MAX_EXACT_DIGITS || !new RegExp(DIGITS_PATTERN).test(value)) throw new InvalidError(path, `must be ${DIGITS}`);
    return BigInt(value);
  },
  encode(value, path) {
    if (typeof value !== "bigint") throw unexpected(path, "a bigint", value);
    const written = String(value);
    if (written.length > MAX_EXACT_DIGITS) throw new InvalidError(path, `has more than ${MAX_EXACT_DIGITS} digits`);
    return written;
  },
};

/** Anything that JSON can say. Assets and references stay in the interface's form. */
export const ANY: Type = {
  schema: () => ({ $ref: "pulumi.json#/Any" }),
  decode(value, path, mode) {
    if (mode === "body") return value;
    if (mode === "plain" && wire.containsUnknown(value)) throw new InvalidError(path, "is not known yet");
    return mode === "plain" ? wire.reveal(value) : shown(value);
  },
  encode: (value, path, mode) => anything(value, path, mode),
};

/** The value with its unknown parts in the form of drafts. */
function shown(value: Json): unknown {
  const opened = wire.open(value);
  if (opened === undefined) {
    noteUnknown();
    return UNKNOWN;
  }
  if (Array.isArray(opened)) return opened.map(shown);
  if (!isObject(opened)) return opened;
  return Object.fromEntries(Object.entries(opened).map(([name, member]) => [name, shown(member)]));
}

/** Any value as JSON, as `JSON.stringify` would take it. */
export function anything(value: unknown, path: string, mode: Mode): Json {
  if (value instanceof Secret) return wire.secret(anything(value.value, path, mode));
  if (value === UNKNOWN) return unknown(path, mode);
  if (value instanceof Expressed) return expressed(value, path, mode) ?? null;
  if (mode === "declared" && (value instanceof Asset || value instanceof Archive)) return encodeFile(value);
  if (mode === "declared" && value instanceof ResourceReference) return encodeReference(value);
  switch (typeof value) {
    case "string":
      return text(value);
    case "boolean":
      return value;
    case "number":
      if (Number.isInteger(value) && Math.abs(value) > MAX_EXACT_INTEGER) {
        throw new InvalidError(path, `${value} is too large to be exact, so it may be another number than the one that was read; give such a number as a string`);
      }
      return NUMBER.encode(value, path, mode);
    case "undefined":
      return null;
    case "object":
      break;
    default:
      throw unexpected(path, "a JSON value", value);
  }
  if (value === null) return null;
  if (Array.isArray(value)) return value.map((item, index) => anything(item, indexPath(path, index), mode));
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === "function") return anything(toJSON.call(value, ""), path, mode);
  // By entries, as a key `__proto__` cannot be assigned to.
  const members = Object.entries(value).filter(([name, member]) => member !== undefined && !isLeftOut(member, keyPath(path, name), mode));
  return Object.fromEntries(members.map(([name, member]) => [text(name), anything(member, keyPath(path, name), mode)]));
}

/** Whether a late value belongs to an omitted input. */
function isLeftOut(value: unknown, path: string, mode: Mode): boolean {
  return value instanceof Expressed && expressed(value, path, mode) === undefined;
}

/** An array of elements of one type. */
export function arrayOf(element: PropertyValue): Type {
  return {
    element,
    schema: (types: Types) => ({ type: "array", items: element.type.schema(types) }),
    decode(value, path, mode) {
      if (!Array.isArray(value)) throw unexpected(path, "an array", value);
      return value.map((item, index) => element.decode(item, indexPath(path, index), mode));
    },
    encode(value, path, mode) {
      if (!Array.isArray(value)) throw unexpected(path, "an array", value);
      // Inside arrays and records, a value that is left out is null: the place has to stay.
      return value.map((item, index) => element.encode(item, indexPath(path, index), mode) ?? null);
    },
  };
}

/** A record of elements of one type, by any names. */
export function recordOf(element: PropertyValue): Type {
  return {
    element,
    schema: (types: Types) => ({ type: "object", additionalProperties: element.type.schema(types) }),
    decode(value, path, mode) {
      if (!isObject(value)) throw unexpected(path, "an object", value);
      const decode = ([key, item]: [string, Json]) => [key, element.decode(item, keyPath(path, key), mode)] as const;
      return Object.fromEntries(Object.entries(value).map(decode));
    },
    encode(value, path, mode) {
      if (typeof value !== "object" || value === null || Array.isArray(value)) throw unexpected(path, "an object", value);
      const entries = Object.entries(value).filter(([key, item]) => item !== undefined && !isLeftOut(item, keyPath(path, key), mode));
      return Object.fromEntries(entries.map(([key, item]) => [text(key), element.encode(item, keyPath(path, key), mode) ?? null]));
    },
  };
}
