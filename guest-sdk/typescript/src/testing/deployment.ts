/** Stands in for the deployment that a component declares its resources in. */

import type { HookNumbers, Hooks } from "../deployment/hook.js";
import type { DeploymentHost, LookupKind, ResourceKind, WireError } from "../host/interface.js";
import { isObject, type Json, type JsonObject } from "../value/json.js";
import { own } from "../value/own.js";
import * as wire from "../value/wire.js";

/** A resource that a component declared, after its transforms and with its values as they became known: secrets and what is unknown are marked in them. */
export interface Registration {
  readonly kind: ResourceKind;
  readonly token: string;
  readonly name: string;
  readonly inputs: JsonObject;
  /** By their names. A resource in them is a reference. */
  readonly options: JsonObject;
  /** The place in the author's source; empty outside of a component that was built. */
  readonly position: string;
}

/** A look-up that a component declared, when its arguments became known. */
export interface Lookup {
  readonly kind: LookupKind;
  readonly token: string;
  readonly name: string;
  readonly arguments: JsonObject;
}

/** The answers of the packages whose resources and functions a component uses. */
export interface Answers {
  /** The id and the outputs of a resource; what it leaves out is made up: the name with `_id`, and the inputs. */
  readonly resource?: (registration: Registration) => { readonly id?: string; readonly outputs?: JsonObject } | undefined;
  /** The result of a look-up; without it, nothing is in it. */
  readonly lookup?: (lookup: Lookup) => JsonObject | undefined;
}

type Declared =
  | ({ readonly is: "resource"; outputs: JsonObject } & Registration)
  | ({ readonly is: "lookup" } & Lookup)
  | { readonly is: "applied"; readonly source: Json; readonly callback: number };

/** Runs a function of the guest. */
type Run = (kind: "apply" | "transform" | "hook", callback: number, argument: Json) => Json;

/** Keeps what is declared, and finds out its values as a host does, one node after the other. */
export class FakeDeployment {
  readonly #registrations: Registration[] = [];
  readonly #lookups: Lookup[] = [];
  readonly #declared: Declared[] = [];
  /** The known values by the numbers of their nodes. */
  readonly #values: Json[];
  #run: Run = () => null;
  readonly #answers: Answers;
  readonly #preview: boolean;

  /** `component` is what is below the component's own node: `urn` and its inputs. */
  constructor(component: JsonObject, preview: boolean, answers: Answers) {
    this.#values = [component];
    this.#preview = preview;
    this.#answers = answers;
  }

  /** The host's functions. Internal to this package. */
  _host(): DeploymentHost {
    const parse = (text: string): JsonObject => JSON.parse(text) as JsonObject;
    return {
      register: ({ kind, token, name, inputs, options: given, position }) => {
        const options = parse(given);
        if (kind !== "custom" && options["hooks"] !== undefined) throw refused("options.hooks", "a group or component has no hooks; put them on the resources in it");
        return this.#declared.push({ is: "resource", kind, token, name, position, inputs: parse(inputs), options, outputs: {} });
      },
      registerOutputs: ({ node, outputs }) => {
        const group = this.#declared[node - 1];
        if (group?.is === "resource") group.outputs = parse(outputs);
      },
      lookUp: ({ kind, token, name, arguments: given }) => this.#declared.push({ is: "lookup", kind, token, name, arguments: parse(given) }),
      apply: ({ source, callback }) => this.#declared.push({ is: "applied", source: JSON.parse(source) as Json, callback }),
    };
  }

  /** Finds out all values, with functions of the guest. */
  settle(run: Run): void {
    this.#run = run;
    // Functions may declare more.
    for (let node = 1; node <= this.#declared.length; node += 1) this.#value(node);
  }

  /** The resources in the order of their declaration. */
  get registrations(): Registration[] {
    return this.#registrations.filter(() => true);
  }

  /** The look-ups in the order of their declaration. */
  get lookups(): Lookup[] {
    return this.#lookups.filter(() => true);
  }

  /** A value without outputs of nodes in it. */
  resolve(value: Json): Json {
    const output = wire.outputOf(value);
    if (output !== undefined) return this.#below(output.handle, output.path);
    if (Array.isArray(value)) return value.map((item) => this.resolve(item));
    if (!isObject(value)) return value;
    return this.#resolveAll(value);
  }

  #resolveAll(values: JsonObject): JsonObject {
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, this.resolve(value)]));
  }

  #value(node: number): Json {
    const known = this.#values[node];
    if (known !== undefined) return known;
    const declared = this.#declared[node - 1];
    if (declared === undefined) throw new Error(`the node ${node} does not exist`);
    const value = this.#found(declared, node);
    this.#values[node] = value;
    return value;
  }

  #found(declared: Declared, node: number): Json {
    switch (declared.is) {
      case "applied": {
        const source = this.resolve(declared.source);
        if (wire.containsUnknown(source)) return wire.unknown();
        const result = this.resolve(this.#run("apply", declared.callback, wire.reveal(source)));
        return wire.containsSecret(source) ? wire.secret(result) : result;
      }
      case "lookup": {
        const { is: _, ...rest } = declared;
        const lookup = { ...rest, arguments: this.#resolveAll(declared.arguments) };
        this.#lookups[node] = lookup;
        return wire.containsUnknown(lookup.arguments) ? wire.unknown() : (this.#answers.lookup?.(lookup) ?? {});
      }
      case "resource": {
        const { is: _, outputs: declaredOutputs, ...rest } = declared;
        const { transforms: __, hooks, ...options } = declared.options;
        const given = { ...rest, inputs: this.#resolveAll(declared.inputs), options: this.#resolveAll(options) };
        const registration = this.#transformsOf(declared.options).reduce((made, transform) => this.#transformed(made, transform), given);
        this.#registrations[node] = registration;
        const { name, inputs } = registration;
        const urn = urnOf(registration);
        if (declared.kind === "group") return { ...this.#resolveAll(declaredOutputs), urn };
        if (this.#preview) return { ...inputs, urn, id: wire.unknown(), [REST]: wire.unknown() };
        this.#runHooks("beforeCreate", hooks, registration, {});
        const { id = `${name}_id`, outputs = {} } = this.#answers.resource?.(registration) ?? {};
        const newOutputs = { ...inputs, ...outputs };
        this.#runHooks("afterCreate", hooks, registration, { id, newOutputs: wire.reveal(newOutputs) });
        return { ...newOutputs, urn, id };
      }
    }
  }

  /** The numbers of the transforms of a resource: first its own, then its parents'. */
  #transformsOf({ transforms, parent }: JsonObject): number[] {
    const above = parent === undefined ? undefined : this.#declared[(wire.outputOf(parent)?.handle ?? 0) - 1];
    return [...((transforms ?? []) as number[]), ...(above?.is === "resource" ? this.#transformsOf(above.options) : [])];
  }

  #transformed(registration: Registration, transform: number): Registration {
    const held: Json[] = [];
    // Above the numbers of all existing nodes.
    const first = this.#values.length + this.#declared.length + 1;
    const hold = (value: Json): Json => {
      if (Array.isArray(value)) return value.map(hold);
      if (isObject(value) && wire.special(value) === undefined && !wire.isSecret(value) && wire.open(value) !== undefined) {
        return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, hold(member)]));
      }
      if (!isObject(value) && wire.open(value) !== undefined) return value;
      return wire.output(first + held.push(value) - 1, "");
    };
    const { kind, token, name, inputs, options } = registration;
    const { parent, ...others } = options;
    const above = parent !== undefined && isObject(parent) ? (parent["urn"] ?? "") : "";
    const told = { type: token, name, custom: kind === "custom", parent: above, properties: hold(inputs), options: hold(others) };
    const given = this.#run("transform", transform, told) as { readonly properties: JsonObject; readonly options: JsonObject };
    const put = (value: Json): Json => {
      const place = wire.outputOf(value)?.handle;
      if (place !== undefined && place >= first) return held[place - first] ?? null;
      if (Array.isArray(value)) return value.map(put);
      if (place !== undefined || !isObject(value)) return this.resolve(value);
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, put(member)]));
    };
    return { ...registration, inputs: put(given.properties) as JsonObject, options: { ...(put(given.options) as JsonObject), ...(parent === undefined ? {} : { parent }) } };
  }

  /** Runs the hooks of an event. `made` has the further facts about a resource that exists. */
  #runHooks(event: keyof Hooks, hooks: Json | undefined, registration: Registration, made: JsonObject): void {
    const { token, name, inputs } = registration;
    const told = { event, type: token, name, urn: urnOf(registration), newInputs: wire.reveal(inputs), ...made };
    for (const number of (hooks as HookNumbers | undefined)?.[event] ?? []) this.#run("hook", number, told);
  }

  #below(node: number, path: string): Json {
    const declared = this.#declared[node - 1];
    // The resources below a group are there before its outputs, and an output `id` of a component is an ordinary output.
    if (declared?.is === "resource" && declared.kind !== "custom" && path === "") return reference({ urn: urnOf(declared) });
    const value = this.#value(node);
    if (path === "") return isObject(value) && typeof value["urn"] === "string" ? reference(value) : value;
    let isSecret = false;
    let found: Json = value;
    for (const step of path.match(/[^.[\]"]+/g) ?? []) {
      isSecret ||= wire.isSecret(found);
      const opened = wire.open(found);
      if (opened === undefined) return isSecret ? wire.secret(wire.unknown()) : wire.unknown();
      const inside = Array.isArray(opened) ? opened[Number(step)] : isObject(opened) ? (own(opened, step) ?? opened[REST]) : undefined;
      found = inside ?? null;
    }
    return isSecret ? wire.secret(found) : found;
  }
}

/** The member that stands for all that a preview does not know of a resource. */
const REST = "\u0000rest";

/** The error of a declaration that the host refuses. */
function refused(property: string, reason: string): Error {
  const payload: WireError = { tag: "invalid", val: [{ property, reason, extra: "{}" }] };
  return Object.assign(new Error(reason), { payload });
}

function urnOf({ token, name }: { readonly token: string; readonly name: string }): string {
  return `urn:pulumi:test::test::${token}::${name}`;
}

function reference({ urn, id }: JsonObject): Json {
  return wire.signed("resource", { urn: urn ?? "", ...(id === undefined ? {} : { id }) });
}
