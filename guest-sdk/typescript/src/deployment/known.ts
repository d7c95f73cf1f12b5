/** Reads values once they are known. */

import { ASSET_OR_ARCHIVE, referenceTo } from "../property/handles.js";
import { PropertyValue } from "../property/property.js";
import type { Properties } from "../property/shape.js";
import { isObject, type Json } from "../value/json.js";
import { own } from "../value/own.js";
import { indexPath, keyPath } from "../value/path.js";
import { UNKNOWN } from "../value/special.js";
import * as wire from "../value/wire.js";

/** Converts a known value to the argument of the author's function. */
export interface Known {
  /** Reads the value. Throws an `InvalidError` if it is of another type. */
  read(value: Json, path: string): unknown;
  /** The reader of a part of the value. */
  at(step: string | number): Known;
}

/** Reads any value: assets and references become objects, and a null becomes `undefined`. */
export const ANYTHING: Known = {
  read: (value, path) => (wire.isNull(value) ? undefined : anything(value, path)),
  at: () => ANYTHING,
};

const REFERENCE = referenceTo(undefined);

function anything(value: Json, path: string): unknown {
  const opened = wire.open(value);
  if (opened === undefined) return UNKNOWN;
  if (Array.isArray(opened)) return opened.map((item, index) => anything(item, indexPath(path, index)));
  if (!isObject(opened)) return opened;
  switch (wire.special(opened)) {
    case "asset":
    case "archive":
      return ASSET_OR_ARCHIVE.decode(opened, path, "plain");
    case "resource":
      return REFERENCE.decode(opened, path, "plain");
    default:
      return Object.fromEntries(Object.entries(opened).map(([name, member]) => [name, anything(member, keyPath(path, name))]));
  }
}

/** A value of a property's type. */
export function knownOf(property: PropertyValue): Known {
  return {
    read: (value, path) => property.decode(value, path, "plain"),
    at(step) {
      const { properties, element } = property.type as { readonly properties?: Properties; readonly element?: PropertyValue };
      const inner = (properties && own(properties, String(step))) ?? element;
      return inner === undefined ? ANYTHING : knownOf(inner);
    },
  };
}

/** An object with these members: the outputs of a resource. */
export function knownMembers(properties: Properties): Known {
  return {
    read: ANYTHING.read,
    at(step) {
      const property = own(properties, String(step));
      return property === undefined ? ANYTHING : knownOf(property);
    },
  };
}

/** Reads a list or an object whose parts have different types. */
export function knownParts(parts: readonly Known[] | Readonly<Record<string, Known>>): Known {
  const at = (step: string | number): Known => own(parts as Readonly<Record<string, Known>>, String(step)) ?? ANYTHING;
  return {
    at,
    read(value, path) {
      if (Array.isArray(value)) return value.map((item, index) => at(index).read(item, indexPath(path, index)));
      if (!isObject(value)) return ANYTHING.read(value, path);
      // A member that is left out is not sent.
      return Object.fromEntries(Object.keys(parts).map((name) => [name, at(name).read(own(value, name) ?? null, keyPath(path, name))]));
    },
  };
}

/** The way to a part by its path, such as `website.endpoint` or `zones[0].id`. */
export function knownAt(known: Known, path: string): Known {
  const steps = path.match(/[^.[\]"]+/g) ?? [];
  return steps.reduce((found, step) => found.at(/^\d+$/.test(step) ? Number(step) : step), known);
}

/** The path of a part below another path. */
export function below(above: string, path: string): string {
  return above === "" || path.startsWith("[") ? `${above}${path}` : `${above}.${path}`;
}
