/** One property: its type and its options. */

import { InvalidError } from "../errors.js";
import { Expressed } from "../value/expressed.js";
import { nameOf, type Json, type JsonObject } from "../value/json.js";
import { noteUnknown } from "../value/unknowns.js";
import { Secret, UNKNOWN } from "../value/special.js";
import * as wire from "../value/wire.js";
import type { Types } from "./types.js";

/**
 * How values are read and written: `draft` and `preview` allow what is not known yet, and in `preview` parts may be missing.
 * `declared` writes what a component declares: outputs may stand in it, and parts may be missing. `body` reads what a server
 * answered: nothing in it has a meaning of the interface, and no message shows a value, because it may be a secret.
 */
export type Mode = "plain" | "draft" | "preview" | "declared" | "body";

/** The behaviour of a type: its form in the schema, and the way of its values across the interface. */
export interface Type {
  /** The type as a Pulumi schema writes it. Object types and enums add themselves to `types`. */
  schema(types: Types): JsonObject;
  /** Reads a present value without wrappers. Throws an `InvalidError`. */
  decode(value: Json, path: string, mode: Mode): unknown;
  /** Writes a known value. Throws an `InvalidError`. */
  encode(value: unknown, path: string, mode: Mode): Json;
  /** Rules that hold for every value of the type. */
  readonly natural?: JsonObject;
  /** The type of the elements of an array or record. */
  readonly element?: PropertyValue;
  /** The types of a union. */
  readonly alternatives?: readonly PropertyValue[];
}

/** The options of a property beside its type. */
export interface Facts {
  readonly description?: string;
  /** File and line. */
  readonly at?: string;
  readonly optional?: boolean;
  readonly default?: Json;
  readonly environment?: readonly string[];
  readonly constant?: Json;
  readonly secret?: boolean;
  readonly secretAware?: boolean;
  readonly replace?: boolean;
  readonly willReplace?: boolean;
  readonly stable?: boolean;
  readonly stateInput?: boolean;
  readonly serverDefault?: boolean;
  readonly dependsOn?: readonly string[];
  readonly inputOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly plain?: boolean;
  readonly deprecated?: string;
  readonly language?: JsonObject;
  readonly rules?: JsonObject;
}

/** The types of comparison: the names of their rules. */
export type Comparison =
  | "ignore-case"
  | "trim"
  | "trailing-dot"
  | "trailing-slash"
  | "json"
  | "cidr"
  | "duration"
  | "url"
  | "set"
  | "empty"
  | "presence";

/** The forms that a string can be checked for. */
export type Format =
  | "ipv4"
  | "ipv6"
  | "ip"
  | "cidr"
  | "hostname"
  | "url"
  | "email"
  | "uuid"
  | "date-time"
  | "duration"
  | "base64";

/**
 * The implementation of a property. Each method returns a new property, so that several properties can share a
 * beginning. Authors see only the interfaces in `builders.ts`, which know the type of its values.
 */
export class PropertyValue {
  readonly type: Type;
  readonly facts: Facts;

  constructor(type: Type, facts: Facts = {}) {
    this.type = type;
    this.facts = facts;
  }

  #with(facts: Facts): PropertyValue {
    return new PropertyValue(this.type, { ...this.facts, ...facts });
  }

  #rule(rules: JsonObject): PropertyValue {
    return this.#with({ rules: { ...this.facts.rules, ...rules } });
  }

  optional(): PropertyValue {
    return this.#with({ optional: true });
  }

  default(value: Json | bigint): PropertyValue {
    return this.#with({ default: literal(value) });
  }

  env(...names: string[]): PropertyValue {
    return this.#with({ environment: [...(this.facts.environment ?? []), ...names] });
  }

  constant(value: Json | bigint): PropertyValue {
    return this.#with({ constant: literal(value) });
  }

  secret(): PropertyValue {
    return this.#with({ secret: true });
  }

  secretAware(): PropertyValue {
    return this.#with({ secretAware: true });
  }

  replace(): PropertyValue {
    return this.#with({ replace: true });
  }

  willReplace(): PropertyValue {
    return this.#with({ willReplace: true });
  }

  stable(): PropertyValue {
    return this.#with({ stable: true });
  }

  stateInput(): PropertyValue {
    return this.#with({ stateInput: true });
  }

  serverDefault(): PropertyValue {
    return this.#with({ serverDefault: true, optional: true });
  }

  dependsOn(...inputs: string[]): PropertyValue {
    return this.#with({ dependsOn: inputs });
  }

  inputOnly(): PropertyValue {
    return this.#with({ inputOnly: true });
  }

  writeOnly(): PropertyValue {
    return this.#with({ inputOnly: true, writeOnly: true, secret: true });
  }

  plain(): PropertyValue {
    return this.#with({ plain: true });
  }

  deprecated(message: string): PropertyValue {
    return this.#with({ deprecated: message });
  }

  language(options: JsonObject): PropertyValue {
    return this.#with({ language: options });
  }

  description(description: string): PropertyValue {
    return this.#with({ description });
  }

  gte(value: number): PropertyValue {
    return this.#rule({ minimum: value });
  }

  lte(value: number): PropertyValue {
    return this.#rule({ maximum: value });
  }

  gt(value: number): PropertyValue {
    return this.#rule({ exclusiveMinimum: value });
  }

  lt(value: number): PropertyValue {
    return this.#rule({ exclusiveMaximum: value });
  }

  multipleOf(value: number): PropertyValue {
    return this.#rule({ multipleOf: value });
  }

  minLength(count: number): PropertyValue {
    return this.#rule({ minLength: count });
  }

  maxLength(count: number): PropertyValue {
    return this.#rule({ maxLength: count });
  }

  pattern(pattern: RegExp | string, reason?: string): PropertyValue {
    const text = typeof pattern === "string" ? pattern : inline(pattern);
    return this.#rule(reason === undefined ? { pattern: text } : { pattern: text, patternReason: reason });
  }

  format(format: Format): PropertyValue {
    return this.#rule({ format });
  }

  minItems(count: number): PropertyValue {
    return this.#rule({ minItems: count });
  }

  maxItems(count: number): PropertyValue {
    return this.#rule({ maxItems: count });
  }

  uniqueItems(): PropertyValue {
    return this.#rule({ uniqueItems: true });
  }

  minProperties(count: number): PropertyValue {
    return this.#rule({ minProperties: count });
  }

  maxProperties(count: number): PropertyValue {
    return this.#rule({ maxProperties: count });
  }

  keyPattern(pattern: RegExp | string): PropertyValue {
    return this.#rule({ keyPattern: typeof pattern === "string" ? pattern : inline(pattern) });
  }

  compare(...ways: Comparison[]): PropertyValue {
    return this.#rule({ compare: ways });
  }

  /** Adds what the build found in the source: file and line, the doc comment, and its tag `@deprecated`. */
  _note(at: string, description: string, deprecated?: string): PropertyValue {
    const { facts } = this;
    return this.#with({
      at: facts.at ?? at,
      ...(facts.description === undefined && description !== "" ? { description } : {}),
      ...(facts.deprecated === undefined && deprecated !== undefined ? { deprecated } : {}),
    });
  }

  /**
   * Its rules in the form of the manifest, with the rules of its elements. `isSet` says whether programs give the values:
   * then the rules of the type apply as well.
   */
  rules(isSet: boolean): JsonObject {
    const own = this.facts.rules ?? {};
    const { patternReason, ...natural } = (isSet && this.facts.constant === undefined && this.type.natural) || {};
    // The reason of the type does not explain the author's pattern.
    const reason = patternReason === undefined || "pattern" in own ? {} : { patternReason };
    const rules: JsonObject = { ...natural, ...reason, ...own };
    const items = this.type.element?.rules(isSet) ?? {};
    if (Object.keys(items).length > 0) rules["items"] = items;
    if (this.facts.writeOnly) rules["writeOnly"] = true;
    if (this.facts.serverDefault) rules["serverDefault"] = true;
    return rules;
  }

  /** Reads a value. An absent property, or a null of an optional one, is `undefined`. */
  decode(value: Json | undefined, path: string, mode: Mode): unknown {
    const { facts } = this;
    // A required constant has only one value, so the program need not give it.
    const fallback = facts.default ?? (facts.optional ? undefined : facts.constant);
    let given = value;
    if (given === undefined || (wire.isNull(given) && (facts.default !== undefined || facts.optional))) {
      if (fallback === undefined) {
        if (facts.optional || mode === "preview") return undefined;
        throw new InvalidError(path, `is required${hint(facts)}`);
      }
      given = fallback;
    }
    const opened = mode === "body" ? given : wire.open(given);
    if (opened === undefined) {
      if (mode === "plain") throw new InvalidError(path, "is not known yet");
      noteUnknown();
      return UNKNOWN;
    }
    const decoded = this.type.decode(opened, path, mode);
    return facts.secretAware && mode !== "body" && wire.isSecret(given) ? new Secret(decoded) : decoded;
  }

  /** Writes a value; `undefined` leaves the property out. */
  encode(value: unknown, path: string, mode: Mode): Json | undefined {
    if (value === undefined || value === null) {
      if (this.facts.optional || mode !== "plain") return undefined;
      const fallback = this.facts.default ?? this.facts.constant;
      if (fallback !== undefined) return fallback;
      throw new InvalidError(path, `has no value, and is not optional`);
    }
    if (value instanceof Secret) {
      const inner = this.encode(value.value, path, mode);
      return inner === undefined ? undefined : wire.secret(inner);
    }
    if (value instanceof Expressed) return expressed(value, path, mode);
    if (value === UNKNOWN) return unknown(path, mode);
    return this.type.encode(value, path, mode);
  }
}

/** Writes a late value in a declaration of a component. */
export function expressed(value: Expressed, path: string, mode: Mode): Json | undefined {
  if (mode !== "declared") throw new InvalidError(path, "is of a component: only a component can declare or return it");
  return value._express(path);
}

/** Writes the unknown value, where it is allowed. */
export function unknown(path: string, mode: Mode): Json {
  if (mode === "plain") throw new InvalidError(path, "is not known yet, which only a preview may say");
  if (mode === "declared") throw new InvalidError(path, "cannot be set to unknown: a value derived from an unknown output is unknown anyway");
  return wire.unknown();
}

/** A default or a constant as the schema has it. */
function literal(value: Json | bigint): Json {
  return typeof value === "bigint" ? String(value) : value;
}

/** The failure of a value that is of another type. */
export function unexpected(path: string, expected: string, found: unknown): InvalidError {
  return new InvalidError(path, `expected ${expected}, found ${nameOf(found)}`);
}

/** The pattern with its flags inside it, as the host's regular expressions have them. */
function inline(pattern: RegExp): string {
  const flags = [...pattern.flags].filter((flag) => "ims".includes(flag)).join("");
  // Outside of character classes, a slash has to be escaped in JavaScript alone.
  const source = pattern.source.replaceAll("\\/", "/");
  return flags === "" ? source : `(?${flags})${source}`;
}

function hint({ environment }: Facts): string {
  const [variable] = environment ?? [];
  return variable === undefined ? "" : `; set it, or grant and set the environment variable \`${variable}\``;
}
