/** The named types of a schema under construction, and its mistakes. */

import { isObject, type Json, type JsonObject } from "../value/json.js";

/** The identity of one named type: the definition that it was made from. */
interface Named {
  readonly definition: object;
  readonly at: string | undefined;
  schema: JsonObject;
}

/** The property that distinguishes a variant of a union from the others. */
interface Tag {
  readonly property: string;
  readonly value: string;
  readonly description: string | undefined;
  uses: number;
}

/** Collects the types of a package while its schema is made. */
export class Types {
  readonly package: string;
  readonly problems: string[] = [];
  /** Rules by token, for the manifest. */
  readonly rules: JsonObject = {};
  readonly #named = new Map<string, Named>();
  readonly #tags = new Map<string, Tag>();
  readonly #uses = new Map<string, number>();

  constructor(name: string) {
    this.package = name;
  }

  /** The token for a name: a full token, or a token of this package that begins with a colon. */
  token(name: string, module = "index"): string {
    if (name.startsWith(":")) return `${this.package}${name}`;
    return name.includes(":") ? name : `${this.package}:${module}:${name}`;
  }

  /** A reference to a part of the same schema. */
  static reference(part: "types" | "resources", token: string): JsonObject {
    // These two characters of a token have a meaning inside a reference.
    return { $ref: `#/${part}/${token.replaceAll("%", "%25").replaceAll("/", "%2F")}` };
  }

  /** A reference to a named type, which is added if it is new. */
  named(token: string, definition: object, at: string | undefined, schema: () => JsonObject): JsonObject {
    const found = this.#named.get(token);
    if (found === undefined) {
      // First the name, so that a type that contains itself finds it.
      const named: Named = { definition, at, schema: {} };
      this.#named.set(token, named);
      named.schema = schema();
    } else if (found.definition !== definition) {
      this.problem(at, `the name \`${token}\` is used twice${found.at === undefined ? "" : `, first in ${found.at}`}; give one of the two another name`);
    }
    this.#uses.set(token, (this.#uses.get(token) ?? 0) + 1);
    return Types.reference("types", token);
  }

  /** Notes that a type is a variant of a union, with this tag. */
  tag(token: string, property: string, value: string, description: string | undefined, at: string | undefined): void {
    const tag = this.#tags.get(token);
    if (tag === undefined) {
      this.#tags.set(token, { property, value, description, uses: 1 });
      return;
    }
    tag.uses += 1;
    if (tag.property !== property || tag.value !== value) {
      this.problem(at, `\`${token}\` is a variant with the tag \`${tag.value}\` and one with the tag \`${value}\``);
    }
  }

  /** Records a mistake and its place, once: an input is often an output, too. */
  problem(at: string | undefined, problem: string): void {
    const told = at === undefined ? problem : `${at}: ${problem}`;
    if (!this.problems.includes(told)) this.problems.push(told);
  }

  /** The schemas of all types. */
  finish(): JsonObject {
    for (const [token, tag] of this.#tags) this.#addTag(token, tag);
    return Object.fromEntries([...this.#named].map(([token, named]) => [token, named.schema]));
  }

  /** Adds the distinguishing property to a variant. */
  #addTag(token: string, { property, value, description, uses }: Tag): void {
    const named = this.#named.get(token);
    if (named === undefined) return;
    if ((this.#uses.get(token) ?? 0) > uses) {
      this.problem(
        named.at,
        `\`${token}\` is a variant with the tag \`${property}\`, and also the type of a property, which has no tag; use two types`,
      );
    }
    const properties: Json = named.schema["properties"] ?? {};
    if (isObject(properties)) {
      if (Object.hasOwn(properties, property)) {
        this.problem(named.at, `\`${token}\` has a property \`${property}\`, which is the tag of its union: remove it, because the union adds it`);
      }
      properties[property] = { type: "string", const: value, ...(description === undefined ? {} : { description }) };
      named.schema["properties"] = properties;
    }
    const required = named.schema["required"];
    named.schema["required"] = [property, ...(Array.isArray(required) ? required : [])];
  }
}
