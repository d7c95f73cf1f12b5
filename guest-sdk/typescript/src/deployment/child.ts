/** The handle of a declared resource. */

import { callersPlace } from "../call/stack.js";
import { ProviderError } from "../errors.js";
import type { Properties } from "../property/shape.js";
import { Expressed } from "../value/expressed.js";
import type { Json } from "../value/json.js";
import type { ResourceReference } from "../value/reference.js";
import * as wire from "../value/wire.js";
import { ANYTHING, knownAt, knownMembers } from "./known.js";
import { Output, unreadable } from "./output.js";
import type { LookupOptions } from "./options.js";
import type { Declarations, Part, PathOf, Present } from "./types.js";

/** The parts of a handle. */
export interface ChildParts {
  readonly session: number;
  readonly node: number;
  readonly token: string;
  readonly name: string;
  /** The outputs of a type of your package. */
  readonly outputs: Properties | undefined;
  /** Declares the call of a method, and returns its node. */
  readonly call: (token: string, given: object, options: LookupOptions) => number;
}

/** Keeps the type of the outputs, which exists for the type checker alone. */
declare const childBrand: unique symbol;

/**
 * A resource that the component declared: a custom resource, a group or another component; or one that it looked up.
 * `T` is the type of its outputs, `unknown` if only a token names the type. As a value, it is a reference to the
 * resource. Its outputs are valid until the component is constructed.
 */
export class Child<out T = unknown> extends Expressed {
  declare readonly [childBrand]: T;
  /** The name in full, such as `site-bucket`; empty for a resource that came in as a reference. */
  readonly name: string;
  /** The type token; empty for a resource that the component received as a reference without a type. */
  readonly token: string;
  readonly #whole: Output<ResourceReference>;
  readonly #session: number;
  /** The number of the node. Internal to this package. */
  readonly _node: number;
  readonly #outputs: Properties | undefined;
  readonly #call: ChildParts["call"];

  /** Internal to this package. */
  constructor({ session, node, token, name, outputs, call }: ChildParts) {
    super();
    this.token = token;
    this.name = name;
    this.#session = session;
    this._node = node;
    this.#outputs = outputs;
    this.#call = call;
    this.#whole = new Output(wire.output(node, ""), ANYTHING, session);
  }

  /** The id that the provider gives. Groups and components have no id. */
  get id(): Output<string> {
    return this.#below("id");
  }

  get urn(): Output<string> {
    return this.#below("urn");
  }

  /** The resource itself as a value. */
  get reference(): Output<ResourceReference> {
    return this.#whole;
  }

  /**
   * An output by its name, or a part of one by its path: `endpoint`, `website.endpoint`, `zones[0].id`. If only a token names the
   * type of the resource, the caller has to know the type of the output: a value of another type fails where it is used.
   *
   * An output that the resource does not set is unknown in a preview, and `undefined` in an update.
   */
  output<S, K extends keyof Present<S> & string>(this: Child<S>, name: K): Output<Part<S, K>>;
  output<V = unknown, S = unknown>(this: Child<S>, path: PathOf<S>): Output<V>;
  output(path: string): Output<unknown> {
    const [name = path] = path.split(/[.[]/, 1);
    const names = this.#outputs && Object.keys(this.#outputs);
    if (names !== undefined && ![...names, "id", "urn"].includes(name)) {
      const place = callersPlace();
      const known = names.map((known) => `\`${known}\``).join(", ");
      throw new ProviderError(`\`${this.name}\` has no output \`${name}\`${place === "" ? "" : `, which ${place} reads`}; its outputs are ${known}`);
    }
    return this.#below(path);
  }

  /**
   * Calls a method of the resource. It is named as in the schema, `getKubeconfig`, or by its whole token, such as
   * `eks:index:Cluster/getKubeconfig`, which a resource needs whose type is not known. The results are below the output.
   */
  call<V = unknown>(method: string, inputs: Declarations = {}, options: LookupOptions = {}): Output<V> {
    const token = method.includes(":") || this.token === "" ? method : `${this.token}/${method}`;
    return new Output(wire.output(this.#call(token, { ...inputs, __self__: this }, options), ""), ANYTHING);
  }

  #below<V>(path: string): Output<V> {
    const known = this.#outputs === undefined ? ANYTHING : knownAt(knownMembers(this.#outputs), path);
    return new Output<V>(wire.output(this._node, path), known, this.#session);
  }

  /** Internal to this package. */
  override _express(path: string): Json | undefined {
    return this.#whole._express(path);
  }

  /** Always fails: a resource cannot be converted to text. */
  override toString(): never {
    throw unreadable("a resource cannot be converted to text, because its outputs are known only later", "write `resource.id`, `resource.urn` or `resource.output(\"…\")`, in interpolate`…`");
  }

  /** Always fails, for templates and `+` as well. */
  [Symbol.toPrimitive](): never {
    return this.toString();
  }

  /** A resource has no JSON. */
  toJSON(): never {
    throw unreadable("a resource cannot be written as JSON, because its outputs are known only later", "write `resource.output(\"…\").apply((value) => JSON.stringify(value))`");
  }
}
