/** The exported functions of a provider with components. */

import { collecting, refusePromise, wireFailures } from "../call/wire.js";
import type { Component } from "../definition/component.js";
import type { Configured } from "../definition/configured.js";
import type { Method } from "../definition/method.js";
import type { Resource } from "../definition/resource.js";
import { tokenOf } from "../definition/token.js";
import { InvalidError, UnsupportedError } from "../errors.js";
import { NO_EXTRA, type CallContext } from "../host/interface.js";
import { PropertyValue } from "../property/property.js";
import { asObject, type Properties } from "../property/shape.js";
import type { Json, JsonObject } from "../value/json.js";
import { given, own } from "../value/own.js";
import { parse } from "../value/parse.js";
import { keyPath } from "../value/path.js";
import { print } from "../value/print.js";
import type { ResourceReference } from "../value/reference.js";
import * as wire from "../value/wire.js";
import { encodeNamed } from "./declaration.js";
import { ComponentContext } from "./context.js";
import { ANYTHING, knownOf } from "./known.js";
import { Output } from "./output.js";
import { declaring, Session } from "./session.js";

export interface ConstructRequest {
  readonly context: CallContext;
  readonly session: number;
  readonly inputs: string;
  readonly options: string;
}

export interface MethodRequest {
  readonly context: CallContext;
  readonly session: number;
  readonly receiver: string;
  readonly arguments: string;
}

export interface CallbackRequest {
  readonly context: CallContext;
  readonly session: number;
  readonly callback: number;
  readonly kind: string;
  readonly argument: string;
}

/** The parts of a provider that constructions need. */
export interface Constructing {
  readonly packageName: string;
  readonly components: readonly Component[];
  readonly methods: readonly Method[];
  readonly configuration: () => Configured | undefined;
  /** Runs a call, whose exceptions become errors of the interface. */
  readonly entered: <T>(call: () => T) => T;
}

/** The functions of the interface `components`. */
export type ComponentExports = ReturnType<typeof componentsOf>;

/** Functions for every call about components. */
export function componentsOf({ packageName, components, methods, configuration, entered }: Constructing) {
  const byToken = new Map(components.map((component) => [tokenOf(packageName, component), component]));
  const methodsByToken = new Map(methods.map((method) => [`${tokenOf(packageName, method.of)}/${method.name}`, method]));
  return {
    construct: ({ context, session: number, inputs }: ConstructRequest) =>
      entered(() => {
        const component = byToken.get(context.token);
        if (component === undefined) throw new UnsupportedError(`\`${context.token}\` is not in this component`);
        configuration();
        const session = Session.open(number);
        const cx = ComponentContext._of(session, packageName, context, configuration);
        const outputs = session.during(() => construct(component, parse(inputs), cx));
        return { outputs: print(outputs), extra: NO_EXTRA };
      }),
    callMethod: ({ context, session: number, receiver, arguments: given }: MethodRequest) =>
      entered(() => {
        const method = methodsByToken.get(context.token);
        if (method === undefined) throw new UnsupportedError(`this component has no method \`${context.token}\``);
        configuration();
        const session = Session.open(number);
        const cx = ComponentContext._of(session, packageName, context, configuration);
        let results: JsonObject = {};
        const failures = collecting(() => {
          results = session.during(() => callMethod(method, JSON.parse(receiver) as Json, parse(given), cx));
        });
        return { resultValue: print(results), failures: wireFailures(failures), extra: NO_EXTRA };
      }),
    runCallback: ({ session: number, callback, kind, argument }: CallbackRequest) =>
      entered(() => {
        if (!KINDS.includes(kind)) throw new UnsupportedError(`callbacks of the kind \`${kind}\` are not known to this component`);
        const session = Session.find(number);
        const given = JSON.parse(argument) as Json;
        const result = session.during(() => (kind === APPLY ? session.run(callback, given) : session.runKept(kind, callback, given)));
        return { resultValue: print(result), extra: NO_EXTRA };
      }),
    close: ({ session }: { readonly session: number }): void => entered(() => Session.close(session)),
  };
}

/** The name of a method's result that is one value. */
const RESULT = "result";

/** The kind of callbacks that run once. */
const APPLY = "apply";
/** The kinds of callbacks. */
const KINDS: readonly string[] = [APPLY, "transform", "hook"];

function callMethod(method: Method, receiver: Json, given: JsonObject, cx: ComponentContext): JsonObject {
  const self = cx.resource(new Output<ResourceReference>(receiver, ANYTHING), method.of as Resource);
  const made: unknown = method.definition.call(self, inputsOf(method, given), cx);
  refusePromise(made, `\`${method.name}\``);
  const { outputs = {} } = method;
  const named: unknown = outputs instanceof PropertyValue ? { [RESULT]: made } : (made ?? {});
  return declaring(`what \`${method.name}\` returned cannot be used`, () => encodeAllOf(outputs instanceof PropertyValue ? { [RESULT]: outputs } : outputs, named, method.name, "result"));
}

function construct(component: Component, given: JsonObject, cx: ComponentContext): JsonObject {
  const inputs = inputsOf(component, given);
  const made: unknown = component.definition.construct(inputs, cx);
  refusePromise(made, "`construct`");
  return declaring(`what \`construct\` of \`${component.name}\` returned cannot be used`, () => encodeAllOf(component.outputs, made ?? {}, "construct", "output"));
}

/** Writes the result of the author's function. All properties are required. */
function encodeAllOf(properties: Properties, returned: unknown, by: string, kind: "output" | "result"): JsonObject {
  const made = asObject(returned, `\`${by}\``);
  const encoded = encodeNamed(properties, made, kind);
  const missing = Object.entries(properties).filter(([name, { facts }]) => given(made, name) === undefined && !facts.optional);
  if (missing.length > 0) throw new InvalidError(missing.map(([name]) => ({ property: name, reason: "is missing, and is not optional" })));
  return encoded;
}

/** The inputs for the author's function. Known values are checked at once. Throws an `InvalidError` with all failures. */
function inputsOf({ inputs: properties }: Component | Method, values: JsonObject): Record<string, unknown> {
  const failures: InvalidError[] = [];
  const inputs: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    try {
      inputs[name] = inputOf(property, own(values, name), keyPath("", name));
    } catch (error) {
      if (!(error instanceof InvalidError)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new InvalidError(failures.flatMap((error) => error.failures));
  return inputs;
}

function inputOf(property: PropertyValue, value: Json | undefined, path: string): unknown {
  const isThere = value === undefined || !wire.containsOutput(value);
  const known = isThere || property.facts.plain ? property.decode(value, path, "plain") : undefined;
  if (property.facts.plain) return known;
  return new Output(value ?? property.facts.default ?? property.facts.constant, knownOf(property));
}
