/** The construction of a component, as its author sees it. */
import { Component } from "../definition/component.js";
import type { Configuration, Configured } from "../definition/configured.js";
import type { ProviderFunction } from "../definition/function.js";
import type { Resource } from "../definition/resource.js";
import { ResourceType, type ComponentType } from "../definition/resource-type.js";
import type { CallContext } from "../host/interface.js";
import type { AnyProperty } from "../property/typed.js";
import type { Infer, Shape, State, TypeOf } from "../property/infer.js";
import type { ResourceReference } from "../value/reference.js";
import type { Child } from "./child.js";
import { type Place } from "./declaration.js";
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
type Identified = {
    readonly id: Input<string>;
} & Declarations;
type ResultOf<R> = R extends AnyProperty ? TypeOf<R> : R extends Shape ? Infer<R> : unknown;
/**
 * The component under construction, or a group in it. It declares resources. Nothing here shows whether it is a
 * preview or an update, because both must declare the same.
 */
export declare class ComponentContext {
    #private;
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
    /** Internal to this package. */
    constructor(parts: Parts);
    /** The context of a construction. Internal to this package. */
    static _of(session: Session, packageName: string, call: CallContext, configuration: () => Configured | undefined): ComponentContext;
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
    /** Declares a component of another package, by its token or type, or a component of your package. Throws like {@link child}. */
    component<I extends Shape, O extends Shape>(part: string, type: Component<I, O>, inputs: InputsOf<I>, options?: ChildOptions): Child<Infer<O>>;
    component<I extends object, O extends object>(part: string, type: ComponentType<I, O>, inputs: NoInfer<I>, options?: ChildOptions): Child<O>;
    component(part: string, type: string, inputs?: Declarations, options?: ChildOptions): Child;
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
    group<O extends Declarations | undefined | void>(part: string, type: string, content: (cx: ComponentContext) => O & NoPromise<O>, options?: ChildOptions): Child<O extends Declarations ? Unwrap<O> : {}>;
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
    transform<R>(change: (child: ChildRegistration) => R & NoPromise<R>): void;
    /**
     * Looks up an existing resource by its id: `cx.read("old", "aws:s3/bucket:Bucket", { id: inputs.bucket })`. Its
     * name in the state is the component's name and the part. The object may also have properties that its provider
     * needs for the lookup. If the id is unknown, so are its outputs.
     */
    read<I extends Shape, O extends Shape>(part: string, type: Resource<I, O>, state: Identified, options?: LookupOptions): Child<State<I, O>>;
    read<I extends object, O extends object>(part: string, type: ResourceType<I, O>, state: Identified, options?: LookupOptions): Child<O>;
    read(part: string, type: string, state: Identified, options?: LookupOptions): Child;
    /** Calls a function of a package, by its token, or one of your package. If an argument is unknown, the result is, too. */
    invoke<A extends Shape, R extends Shape | AnyProperty>(type: ProviderFunction<A, R>, inputs: InputsOf<A>, options?: LookupOptions): Output<ResultOf<R>>;
    invoke<V = unknown>(token: string, inputs?: Declarations, options?: LookupOptions): Output<V>;
    /** The resource of a reference that the component received: `cx.resource(inputs.bucket).output("arn")`. Other references are refused. */
    resource<I extends Shape, O extends Shape>(reference: Input<ResourceReference>, type: Resource<I, O>, options?: LookupOptions): Child<State<I, O>>;
    resource<I extends Shape, O extends Shape>(reference: Input<ResourceReference>, type: Component<I, O>, options?: LookupOptions): Child<Infer<O>>;
    resource<I extends object, O extends object>(reference: Input<ResourceReference>, type: ResourceType<I, O>, options?: LookupOptions): Child<O>;
    resource(reference: Input<ResourceReference>, type?: undefined, options?: LookupOptions): Child;
    /** The settings of the provider's configuration. */
    config<T>(_config: Configuration<T, unknown>): T;
    /** The value that `configure` of the configuration returned. */
    client<C>(_config: Configuration<unknown, C>): C;
    /** Shows a message if the user asks for debug output. */
    debug(message: unknown): void;
    /** Shows a message. */
    info(message: unknown): void;
    /** Shows a warning. */
    warn(message: unknown): void;
    /** This many bytes derived from the component's URN: the same in a preview and its update. */
    random(count: number): Uint8Array;
}
export {};
