/** Named and composed types: objects, enums, unions. */

import { InvalidError } from "../errors.js";
import { isObject, nameOf, type Json, type JsonObject } from "../value/json.js";
import { given, own } from "../value/own.js";
import { keyPath } from "../value/path.js";
import * as wire from "../value/wire.js";
import type { Constraint } from "../definition/constraints.js";
import { ruleMembers } from "../describe/rules.js";
import { arePropertiesIn, judgePlace } from "../describe/places.js";
import { objectSchema } from "../describe/schema.js";
import { PropertyValue, unexpected, type Facts, type Mode, type Type } from "./property.js";
import { asObject, decodeAll, encodeAll, type Properties } from "./shape.js";
import type { Types } from "./types.js";

/** The options of an object type or an enum. */
export interface NamedOptions {
  /** The middle part of its token; `index` by default. */
  readonly module?: string;
  /** In place of the doc comment. */
  readonly description?: string;
  /** Information for generators of SDKs. */
  readonly language?: JsonObject;
}

interface ObjectOptions extends NamedOptions {
  readonly constraints?: readonly Constraint<string>[];
}

/** An object type. */
export class ObjectType implements Type {
  readonly name: string;
  readonly properties: Properties;
  readonly options: ObjectOptions;
  /** The build's notes at the definition: file and line, and the doc comment. */
  note: { at?: string; description?: string } = {};

  constructor(name: string, properties: Properties, options: ObjectOptions) {
    this.name = name;
    this.properties = properties;
    this.options = options;
  }

  token(types: Types): string {
    return types.token(this.name, this.options.module);
  }

  schema(types: Types): JsonObject {
    if (this.name === "") {
      types.problem(this.note.at, 'an object type of a property has a name: write `object("Disk", { … })`');
      return { type: "object" };
    }
    const token = this.token(types);
    return types.named(token, this, this.note.at, () => {
      arePropertiesIn(this.properties, `\`${token}\``, this.note.at, types);
      judgePlace(this.properties, "object", `\`${token}\``, this.note.at, types);
      const schema = objectSchema(this.properties, types);
      const description = this.options.description ?? this.note.description;
      if (description !== undefined) schema["description"] = description;
      if (this.options.language !== undefined) schema["language"] = this.options.language;
      const rules = ruleMembers(this.properties, this.options.constraints);
      if (Object.keys(rules).length > 0) types.rules[token] = rules;
      return schema;
    });
  }

  decode(value: Json, path: string, mode: Mode): unknown {
    if (!isObject(value) || (mode !== "body" && wire.special(value) !== undefined)) throw unexpected(path, "an object", value);
    return decodeAll(this.properties, value, path, mode);
  }

  encode(value: unknown, path: string, mode: Mode): Json {
    return encodeAll(this.properties, object(value, path), path, mode);
  }
}

function object(value: unknown, path: string): object {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw unexpected(path, "an object", value);
  return asObject(value, path);
}

/** One value of an enum, with its description. */
export interface EnumValue<V extends string | number = string | number> {
  readonly value: V;
  readonly description?: string;
  readonly deprecated?: string;
}

/** A type of a fixed set of strings, or of whole numbers. */
export class EnumType implements Type {
  readonly name: string;
  readonly values: ReadonlyMap<string, EnumValue>;
  readonly options: NamedOptions;
  note: { at?: string; description?: string; values?: Record<string, [string, string?]> } = {};

  constructor(name: string, values: Readonly<Record<string, string | number | EnumValue>>, options: NamedOptions) {
    this.name = name;
    this.options = options;
    const entries = Object.entries(values);
    this.values = new Map(entries.map(([key, value]) => [key, typeof value === "object" ? value : { value }]));
  }

  schema(types: Types): JsonObject {
    return types.named(types.token(this.name, this.options.module), this, this.note.at, () => {
      const rows = [...this.values].map(([name, one]) => {
        const [noted, notedDeprecated] = own(this.note.values ?? {}, name) ?? [];
        const row: JsonObject = { name, value: one.value };
        const description = one.description ?? noted;
        const deprecated = one.deprecated ?? notedDeprecated;
        if (description) row["description"] = description;
        if (deprecated !== undefined) row["deprecationMessage"] = deprecated;
        return row;
      });
      const schema: JsonObject = { type: this.#areNumbers(types) ? "integer" : "string", enum: rows };
      const description = this.options.description ?? this.note.description;
      if (description !== undefined) schema["description"] = description;
      if (this.options.language !== undefined) schema["language"] = this.options.language;
      return schema;
    });
  }

  /** Whether all of them are numbers. */
  #areNumbers(types: Types): boolean {
    const values = [...this.values.values()].map(({ value }) => value);
    const numbers = values.filter((value) => typeof value === "number");
    if (numbers.length > 0 && (numbers.length < values.length || !numbers.every(Number.isSafeInteger))) {
      types.problem(this.note.at, `the enum \`${this.name}\` mixes types: use strings only, or whole numbers only`);
    }
    return numbers.length > 0;
  }

  decode(value: Json, path: string, mode: Mode): unknown {
    return this.#known(value, path, mode);
  }

  encode(value: unknown, path: string, mode: Mode): Json {
    return this.#known(value, path, mode);
  }

  #known(value: unknown, path: string, mode: Mode): string | number {
    const found = [...this.values.values()].find((one) => one.value === value);
    if (found !== undefined) return found.value;
    const [first] = this.values.values();
    if (typeof value !== typeof first?.value) throw unexpected(path, typeof first?.value === "number" ? "a whole number" : "a string", value);
    const known = [...this.values.values()].map((one) => `\`${one.value}\``).join(", ");
    throw new InvalidError(path, `expected one of ${known}, found ${mode === "body" ? "another value" : `\`${String(value)}\``}`);
  }
}

/** A type whose values are of the first alternative that fits. */
export class UnionType implements Type {
  readonly alternatives: readonly PropertyValue[];

  constructor(alternatives: readonly PropertyValue[]) {
    this.alternatives = alternatives;
  }

  schema(types: Types): JsonObject {
    const members = this.alternatives.map((alternative) => alternative.type.schema(types));
    const texts = members.map((member) => JSON.stringify(member));
    if (new Set(texts).size < texts.length) {
      types.problem(this.alternatives[0]?.facts.at, "two alternatives of a union are the same type in a schema");
    }
    return { oneOf: members };
  }

  decode(value: Json, path: string, mode: Mode): unknown {
    return this.#first(path, mode !== "body" && wire.containsUnknown(value), (alternative) => alternative.type.decode(value, path, mode));
  }

  encode(value: unknown, path: string, mode: Mode): Json {
    return this.#first(path, false, (alternative) => alternative.type.encode(value, path, mode));
  }

  #first<T>(path: string, hasUnknown: boolean, attempt: (alternative: PropertyValue) => T): T {
    const failures: InvalidError[] = [];
    for (const alternative of this.alternatives) {
      try {
        return attempt(alternative);
      } catch (error) {
        if (!(error instanceof InvalidError)) throw error;
        failures.push(error);
      }
    }
    if (hasUnknown) throw new InvalidError(path, "is not known yet");
    // An error deep inside a value of one form is more useful than the error that another form does not fit.
    const inside = failures.find((failure) => failure.failures[0]?.property !== path);
    if (inside !== undefined) throw inside;
    throw new InvalidError(path, failures.flatMap((failure) => failure.failures.map((one) => one.reason)).join("; or "));
  }
}

/** A union of object types that a property tells apart. */
export class DiscriminatedUnionType implements Type {
  readonly tag: string;
  readonly variants: ReadonlyMap<string, PropertyValue>;

  constructor(tag: string, variants: Readonly<Record<string, PropertyValue>>) {
    this.tag = tag;
    this.variants = new Map(Object.entries(variants));
  }

  get alternatives(): readonly PropertyValue[] {
    return [...this.variants.values()];
  }

  schema(types: Types): JsonObject {
    const members: Json[] = [];
    const mapping: JsonObject = {};
    for (const [value, variant] of this.variants) {
      const member = variant.type.schema(types);
      if (variant.type instanceof ObjectType) {
        types.tag(variant.type.token(types), this.tag, value, variant.facts.description, variant.facts.at ?? variant.type.note.at);
        mapping[value] = member["$ref"] ?? null;
      } else {
        types.problem(variant.facts.at, `the variant \`${value}\` is not an object type, so it has no place for the tag \`${this.tag}\``);
      }
      members.push(member);
    }
    return { oneOf: members, discriminator: { propertyName: this.tag, mapping } };
  }

  decode(value: Json, path: string, mode: Mode): unknown {
    if (!isObject(value)) throw unexpected(path, "an object", value);
    const at = keyPath(path, this.tag);
    const { [this.tag]: _, ...rest } = value;
    const told = own(value, this.tag);
    if (told === undefined) throw new InvalidError(at, "is required");
    const found = mode === "body" ? told : wire.open(told);
    if (found === undefined) throw new InvalidError(at, "is not known yet");
    const variant = typeof found === "string" ? this.variants.get(found) : undefined;
    if (variant === undefined) throw this.#unexpected(at, mode === "body" && typeof found === "string" ? undefined : found);
    return { [this.tag]: found, ...(variant.type.decode(rest, path, mode) as object) };
  }

  encode(value: unknown, path: string, mode: Mode): Json {
    const found = given(object(value, path), this.tag);
    const variant = typeof found === "string" ? this.variants.get(found) : undefined;
    if (variant === undefined) throw this.#unexpected(keyPath(path, this.tag), found);
    return { ...(variant.type.encode(value, path, mode) as JsonObject), [this.tag]: found as string };
  }

  #unexpected(at: string, found: unknown): InvalidError {
    const known = [...this.variants.keys()].map((value) => `\`${value}\``).join(", ");
    return new InvalidError(at, `expected one of ${known}, found ${typeof found === "string" ? `\`${found}\`` : found === undefined ? "another value" : nameOf(found)}`);
  }
}

/** A property of a named type. The build's notes at the definition belong to the type. */
export class NamedProperty extends PropertyValue {
  readonly #named: ObjectType | EnumType;

  constructor(type: ObjectType | EnumType, facts: Facts = {}) {
    super(type, facts);
    this.#named = type;
  }

  /** Adds the build's notes at the definition of the type. */
  _define(at: string, description: string, values?: Record<string, [string, string?]>): this {
    this.#named.note = { at, ...(description === "" ? {} : { description }), ...(values === undefined ? {} : { values }) };
    return this;
  }
}
