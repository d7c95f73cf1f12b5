/** The construction of a component, as its author sees it. */

import { clientOf, log, randomBytes, settingsOf } from "../call/context.js";
import { callersPlace } from "../call/stack.js";
import { refusePromise } from "../call/wire.js";
import { Component } from "../definition/component.js";
import type { Configuration, Configured } from "../definition/configured.js";
import type { ProviderFunction } from "../definition/function.js";
import type { Resource } from "../definition/resource.js";
import { ResourceType, type ComponentType } from "../definition/resource-type.js";
import { tokenOf } from "../definition/token.js";
import { ProviderError } from "../errors.js";
import type { CallContext } from "../host/interface.js";
import type { AnyProperty } from "../property/typed.js";
import type { Infer, Shape, State, TypeOf } from "../property/infer.js";
import { PropertyValue } from "../property/property.js";
import type { ResourceReference } from "../value/reference.js";
import * as wire from "../value/wire.js";
import type { Child } from "./child.js";
import { childOf, lookUp, outputsOf, register, registerOutputs, transform, type Place } from "./declaration.js";
import { ANYTHING, knownMembers, knownOf } from "./known.js";
import type { ChildOptions, LookupOptions } from "./options.js";
import { Output } from "./output.js";
import type { Session } from "./session.js";
import type { ChildRegistration } from "./transform.js";
import type { Declarations, Input, InputsOf, NoPromise, Unwrap } from "./types.js";

/** The parts of a context. */
interface Parts {
  readonly call: CallContext;
  readonly configuration: () => Configured | undefined;
  readonly place: Place;
}

/** The id of a resource, and the further properties that its provider needs for the lookup. */
type Identified = { readonly id: Input<string> } & Declarations;

type ResultOf<R> = R extends AnyProperty ? TypeOf<R> : R extends Shape ? Infer<R> : unknown;

/**
 * The component under construction, or a group in it. It declares resources. Nothing here shows whether it is a
 * preview or an update, because both must declare the same.
 */
export class ComponentContext {
  /** The name of the component in the program, or of the group. */
  readonly name: string;
  /** The URN of the component. */
  readonly urn: string;
  /** The type token of the component. */
  readonly token: string;
  /** The project that is deployed; `undefined` if the engine did not say. */
  readonly project: string | undefined;
  /** The stack that is deployed; `undefined` if the engine did not say. */
  readonly stack: string | undefined;
  readonly #parts: Parts;

  /** Internal to this package. */
  constructor(parts: Parts) {
    const { call, place } = parts;
    this.name = place.name;
    this.urn = call.urn;
    this.token = call.token;
    this.project = call.project ?? undefined;
    this.stack = call.stack ?? undefined;
    this.#parts = parts;
  }

  /** The context of a construction. Internal to this package. */
  static _of(session: Session, packageName: string, call: CallContext, configuration: () => Configured | undefined): ComponentContext {
    return new ComponentContext({ call, configuration, place: { session, packageName, name: call.name, group: undefined, transforms: [] } });
  }

  /**
   * Declares a resource that its provider creates. Its name is the component's name and the part, such as
   * `site-bucket`.
   *
   *     cx.child("page", "aws:s3/bucketObject:BucketObject", { bucket: bucket.id, key: inputs.index }, { dependsOn: bucket })
   *
   * `type` is a type token, a type of a module that `pulumi-wasm add` wrote, or a resource of your package; a component is
   * declared by {@link component}. Packages other than
   * yours are in `packages` of `provider({ … })`. Throws when the host refuses: for a package that is not in `packages`, a second
   * resource of one type and name, or at a limit.
   */
  child<I extends Shape, O extends Shape>(part: string, type: Resource<I, O>, inputs: InputsOf<I>, options?: ChildOptions): Child<State<I, O>>;
  child<I extends object, O extends object>(part: string, type: ResourceType<I, O>, inputs: NoInfer<I>, options?: ChildOptions): Child<O>;
  child(part: string, type: string, inputs?: Declarations, options?: ChildOptions): Child;
  child(part: string, type: string | ResourceType<object, object> | Resource, inputs: object = {}, options: ChildOptions = {}): Child {
    const isRemote = type instanceof ResourceType ? type.isComponent : type instanceof Component;
    return register(this.#parts.place, isRemote ? "remote" : "custom", part, type, inputs, options);
  }

  /** Declares a component of another package, by its token or type, or a component of your package. Throws like {@link child}. */
  component<I extends Shape, O extends Shape>(part: string, type: Component<I, O>, inputs: InputsOf<I>, options?: ChildOptions): Child<Infer<O>>;
  component<I extends object, O extends object>(part: string, type: ComponentType<I, O>, inputs: NoInfer<I>, options?: ChildOptions): Child<O>;
  component(part: string, type: string, inputs?: Declarations, options?: ChildOptions): Child;
  component(part: string, type: string | ComponentType<object, object> | Component, inputs: object = {}, options: ChildOptions = {}): Child {
    const isComponent = typeof type === "string" || (type instanceof ResourceType ? type.isComponent : type instanceof Component);
    if (!isComponent) {
      const place = callersPlace();
      const { name } = type as { readonly name: string };
      throw new ProviderError(`\`${name}\`${place === "" ? "" : ` at ${place}`} is a resource, not a component\nhint: declare it with \`cx.child\``);
    }
    return register(this.#parts.place, "remote", part, type, inputs, options);
  }

  /**
   * Declares a group: a resource that contains the resources that `content` declares with its context. Its type is a
   * name, such as `Backend` for `site:index:Backend`, or a token of your package. The result of `content` is its
   * outputs.
   *
   *     cx.group("backend", "Backend", (cx) => {
   *       const queue = cx.child("queue", "aws:sqs/queue:Queue");
   *       return { url: queue.output<string>("url") };
   *     })
   */
  group<O extends Declarations | undefined | void>(part: string, type: string, content: (cx: ComponentContext) => O & NoPromise<O>, options: ChildOptions = {}): Child<O extends Declarations ? Unwrap<O> : {}> {
    const { place } = this.#parts;
    const token = tokenOf(place.packageName, { name: type, module: undefined });
    const position = callersPlace();
    const group = register(place, "group", part, token, {}, options);
    const inside = new ComponentContext({ ...this.#parts, place: { ...place, name: group.name, group, transforms: [] } });
    const outputs: unknown = content(inside);
    refusePromise(outputs, `the function of the group \`${group.name}\``);
    registerOutputs(place, group, token, (outputs ?? {}) as object, position);
    return group as Child<O extends Declarations ? Unwrap<O> : {}>;
  }

  /**
   * Changes the children that are declared after this call, and all resources below them, by a function. The host
   * calls it before the engine creates a resource, and after the functions of the resource's option `transforms`.
   *
   *     cx.transform((child) => {
   *       if (child.token.startsWith("aws:")) child.inputs.tags = { ...child.inputs.tags, site: "docs" };
   *     });
   *
   * It may be called more than once for a resource, and declares nothing. Resources of packages that are not in
   * `packages` stay unchanged.
   */
  transform<R>(change: (child: ChildRegistration) => R & NoPromise<R>): void {
    transform(this.#parts.place, change as (child: ChildRegistration) => void);
  }

  /**
   * Looks up an existing resource by its id: `cx.read("old", "aws:s3/bucket:Bucket", { id: inputs.bucket })`. Its
   * name in the state is the component's name and the part. The object may also have properties that its provider
   * needs for the lookup. If the id is unknown, so are its outputs.
   */
  read<I extends Shape, O extends Shape>(part: string, type: Resource<I, O>, state: Identified, options?: LookupOptions): Child<State<I, O>>;
  read<I extends object, O extends object>(part: string, type: ResourceType<I, O>, state: Identified, options?: LookupOptions): Child<O>;
  read(part: string, type: string, state: Identified, options?: LookupOptions): Child;
  read(part: string, type: string | ResourceType<object, object> | Resource, state: Identified, options: LookupOptions = {}): Child {
    const { place } = this.#parts;
    const name = `${place.name}-${part}`;
    const token = tokenOf(place.packageName, type);
    const node = lookUp(place, { kind: "read", token, name, what: `\`${name}\`, a look-up of`, arguments: state }, options);
    return childOf(place, node, { token, name, outputs: outputsOf(type) });
  }

  /** Calls a function of a package, by its token, or one of your package. If an argument is unknown, the result is, too. */
  invoke<A extends Shape, R extends Shape | AnyProperty>(type: ProviderFunction<A, R>, inputs: InputsOf<A>, options?: LookupOptions): Output<ResultOf<R>>;
  invoke<V = unknown>(token: string, inputs?: Declarations, options?: LookupOptions): Output<V>;
  invoke(type: string | ProviderFunction, inputs: object = {}, options: LookupOptions = {}): Output<unknown> {
    const { place } = this.#parts;
    const node = lookUp(place, { kind: "invoke", token: tokenOf(place.packageName, type), what: "the function", arguments: inputs }, options);
    if (typeof type === "string") return new Output(wire.output(node, ""), ANYTHING);
    const { outputs } = type;
    return outputs instanceof PropertyValue ? new Output(wire.output(node, "result"), knownOf(outputs)) : new Output(wire.output(node, ""), knownMembers(outputs));
  }

  /** The resource of a reference that the component received: `cx.resource(inputs.bucket).output("arn")`. Other references are refused. */
  resource<I extends Shape, O extends Shape>(reference: Input<ResourceReference>, type: Resource<I, O>, options?: LookupOptions): Child<State<I, O>>;
  resource<I extends Shape, O extends Shape>(reference: Input<ResourceReference>, type: Component<I, O>, options?: LookupOptions): Child<Infer<O>>;
  resource<I extends object, O extends object>(reference: Input<ResourceReference>, type: ResourceType<I, O>, options?: LookupOptions): Child<O>;
  resource(reference: Input<ResourceReference>, type?: undefined, options?: LookupOptions): Child;
  resource(reference: Input<ResourceReference>, type?: ResourceType<object, object> | Resource | Component, options: LookupOptions = {}): Child {
    const { place } = this.#parts;
    const node = lookUp(place, { kind: "reference", token: "", what: "the resource of a reference", arguments: { resource: reference } }, options);
    const token = type === undefined ? "" : tokenOf(place.packageName, type);
    return childOf(place, node, { token, name: "", outputs: type && outputsOf(type) });
  }

  /** The settings of the provider's configuration. */
  config<T>(_config: Configuration<T, unknown>): T {
    return settingsOf(this.#parts.configuration());
  }

  /** The value that `configure` of the configuration returned. */
  client<C>(_config: Configuration<unknown, C>): C {
    return clientOf(this.#parts.configuration());
  }

  /** Shows a message if the user asks for debug output. */
  debug(message: unknown): void {
    log("debug", message);
  }

  /** Shows a message. */
  info(message: unknown): void {
    log("info", message);
  }

  /** Shows a warning. */
  warn(message: unknown): void {
    log("warning", message);
  }

  /** This many bytes derived from the component's URN: the same in a preview and its update. */
  random(count: number): Uint8Array {
    return randomBytes(count);
  }
}
