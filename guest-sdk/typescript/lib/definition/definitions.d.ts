/** The types of definitions: resources, components, functions, configuration. */
import type { CheckContext, ConfigureContext, CreateContext, DeleteContext, DiffContext, FunctionContext, ListContext, PreviewContext, ReadContext, UpdateContext } from "../call/contexts.js";
import type { Diff } from "../call/diff.js";
import type { OldState } from "../call/migrate.js";
import type { AnyProperty } from "../property/typed.js";
import type { ComponentContext } from "../deployment/context.js";
import type { Child } from "../deployment/child.js";
import type { Given, Input, Made } from "../deployment/types.js";
import type { Drafts, Given as Written, Infer, NotAPromise, Returned, Shape, TypeOf } from "../property/infer.js";
import type { JsonObject } from "../value/json.js";
import type { Constraint } from "./constraints.js";
import type { CheckRequest, CreateRequest, DeleteRequest, ListRequest, PreviewCreateRequest, PreviewUpdateRequest, ReadRequest, ResumeRequest, UpdateRequest } from "./requests.js";
import type { Created, Done, Page, Previewed, ReadResult, Updated } from "./results.js";
/** How the host generates a name if the program does not set one. */
export interface AutoName<Name extends string> {
    readonly property: Name;
    readonly maxLength?: number;
    readonly lowercase?: boolean;
    readonly separator?: string;
    readonly randomLength?: number;
    readonly alphabet?: string;
}
/** The author's options for a resource, function or configuration beside its properties. */
interface Described {
    /** Replaces the doc comment. */
    readonly description?: string;
    /** A warning for programs that still use it. The tag `@deprecated` of the doc comment does the same. */
    readonly deprecated?: string;
    /** Information for generators of SDKs. */
    readonly language?: JsonObject;
    /** The middle part of the token; `index` by default. */
    readonly module?: string;
}
/**
 * A resource: its properties, its traits, and the hooks that it needs. It must have `create`; the comment of each other
 * hook says what the host does without it. A hook gets a request and its context. Hooks are synchronous. A hook that throws changes
 * nothing in the recorded state, except with a `PartialError` or after a checkpoint.
 */
export interface ResourceDefinition<I extends Shape, O extends Shape, Q extends Shape> extends Described {
    /** The properties that programs set. Each is recorded among the outputs as well, unless it is `inputOnly`. */
    readonly inputs: I;
    /** The properties that only the provider sets. */
    readonly outputs?: O;
    /** Type tokens that the resource had before, so that a renamed type is not a replacement. */
    readonly aliases?: readonly string[];
    /** The property with the name. The host generates it if the program does not set it. */
    readonly autoName?: (keyof I & string) | AutoName<keyof I & string>;
    /** The form of an import id, such as `{zone}/{label}`. The host refuses other ids, and passes the inputs in it to `read`. */
    readonly importId?: string;
    /** A replacement deletes the old resource first. */
    readonly deleteBeforeReplace?: boolean;
    /** The engine refreshes the resource before each update. */
    readonly refreshBeforeUpdate?: boolean;
    /** The reaction if a result breaks the promise of its preview; `warn` by default. */
    readonly consistency?: "off" | "warn" | "error";
    /** The number of creates, updates and deletes of the type that run at once in a process; unlimited by default. */
    readonly concurrency?: number;
    /** Rules between several inputs. */
    readonly constraints?: readonly Constraint<keyof I & string>[];
    /** Creates the resource. Called once for each resource; never again after success. */
    create(request: CreateRequest<I>, cx: CreateContext<I, O>): Created<I, O>;
    /**
     * Completes a resource whose `create` failed after it saved a checkpoint. Without this hook, such a resource is
     * updated, or without `update` deleted and created again.
     */
    resume?(request: ResumeRequest<I, O>, cx: UpdateContext<I, O>): Updated<I, O>;
    /**
     * Validates and completes inputs, after the schema's rules: report mistakes with `cx.fail`, and set omitted
     * properties in `inputs`. Pure, and called several times for one resource. Without this hook, only the schema's
     * rules apply.
     */
    check?(request: CheckRequest<I, O>, cx: CheckContext): Done;
    /** Corrects the host's comparison of old and new inputs. Pure. Without this hook every difference counts. */
    diff?(diff: Diff<I, O>, cx: DiffContext): Done;
    /** Predicts the outputs of `create`. Without this hook, a preview shows the inputs, and other outputs are unknown. */
    previewCreate?(request: PreviewCreateRequest<I, O>, cx: PreviewContext): Previewed<I, O>;
    /**
     * Reads the resource, in a refresh, an import and a look-up; `undefined` means that it does not exist. Without this
     * hook a refresh keeps the record, and an import fails.
     */
    read?(request: ReadRequest<I, O>, cx: ReadContext): ReadResult<I, O> | undefined;
    /** Changes the resource in place; its id stays. Without this hook every change replaces. */
    update?(request: UpdateRequest<I, O>, cx: UpdateContext<I, O>): Updated<I, O>;
    /** Predicts the outputs of `update`, like `previewCreate` for `create`. */
    previewUpdate?(request: PreviewUpdateRequest<I, O>, cx: PreviewContext): Previewed<I, O>;
    /**
     * Deletes the resource. It succeeds if the resource does not exist, and a `NotFoundError` counts as success too.
     * Without this hook the host forgets the resource.
     */
    delete?(request: DeleteRequest<I, O>, cx: DeleteContext): Done;
    /**
     * The steps that convert state of older versions of the provider to the present properties. Their number is the
     * version of the state, so add steps only at the end.
     */
    readonly migrations?: readonly ((old: OldState) => Done)[];
    /** The query of `list`. */
    readonly query?: Q;
    /** Lists existing resources of this type. Changes nothing. Without this hook, they cannot be listed. */
    list?(request: ListRequest<Q>, cx: ListContext): Page;
}
/** A component resource: its properties, and the function that declares its resources. */
export interface ComponentDefinition<I extends Shape, O extends Shape> extends Described {
    /** The properties that programs set. The program must know the value of a property that ends with `.plain()`. */
    readonly inputs?: I;
    /** The properties that `construct` sets. An output may have the name of an input. */
    readonly outputs?: O;
    /** Type tokens that the component had before, so that a renamed type is not a replacement. */
    readonly aliases?: readonly string[];
    /** Rules between several inputs. */
    readonly constraints?: readonly Constraint<keyof I & string>[];
    /**
     * Declares the component's resources, and returns its outputs. The host also calls it in previews, where it must
     * declare the same: the clock stands still, randomness derives from the URN, and requests are refused. Synchronous.
     * An error ends the deployment; an `InvalidError` names an input.
     */
    construct(inputs: Given<I>, cx: ComponentContext): Made<O>;
}
/** A method, of a resource with outputs `T`. */
export interface MethodDefinition<T, A extends Shape, R extends Shape | AnyProperty> extends Omit<Described, "module"> {
    /** Its arguments. The program must know the value of an argument that ends with `.plain()`. */
    readonly inputs?: A;
    /** Its named results, or the type of its one result. */
    readonly outputs?: R;
    /** Rules between several arguments. */
    readonly constraints?: readonly Constraint<keyof A & string>[];
    /**
     * Computes the results, and may declare resources, which are children of the resource that the method is called on.
     * Like `construct`, it cannot read values, and is synchronous. An `InvalidError` names an argument.
     */
    call(self: Child<T>, inputs: Given<A>, cx: ComponentContext): MethodResult<R>;
}
/** The results of a method: named ones, or one value. */
export type MethodResult<R> = R extends AnyProperty ? Input<TypeOf<R>> : R extends Shape ? Made<R> : void;
/** A package whose resources components may declare. */
export interface Package {
    /** A version of three numbers; by default the program's version. */
    readonly version?: string;
    /** The parameter that turns a plugin into this package; `value` is in base64. */
    readonly parameter?: {
        readonly plugin: string;
        readonly version?: string;
        readonly value: string;
    };
}
/** The result of a function: named results, or one value. */
export type ResultOf<R> = R extends AnyProperty ? Written<TypeOf<R>> : R extends Shape ? {} extends Infer<R> ? (Returned<Infer<R>> & NotAPromise) | Done : Returned<Infer<R>> & NotAPromise : Done;
/** A function that programs call. */
export interface FunctionDefinition<A extends Shape, R extends Shape | AnyProperty> extends Described {
    /** Its arguments. */
    readonly inputs?: A;
    /** Its named results, or the type of its one result. */
    readonly outputs?: R;
    /** It only computes, and cannot send requests. */
    readonly pure?: boolean;
    /** Arguments are given one by one, in the order of `inputs`. */
    readonly positional?: boolean;
    /** Rules between several arguments. */
    readonly constraints?: readonly Constraint<keyof A & string>[];
    /** Computes the result. */
    call(inputs: Infer<A>, cx: FunctionContext): ResultOf<R>;
}
/** The options of a configuration beside its properties. */
export interface ConfigDefinition<S extends Shape, C> {
    /** Rules between several properties. */
    readonly constraints?: readonly Constraint<keyof S & string>[];
    /** Validates the configuration, whose parts may be unknown. Pure. */
    check?(settings: Drafts<Infer<S>>, cx: CheckContext): Done;
    /**
     * Makes the client that hooks get by `cx.client`, such as a client of the server's API. May log in to granted
     * hosts. Called in each new instance, always with the same settings, so keep it cheap.
     */
    configure?(settings: Infer<S>, cx: ConfigureContext): C;
}
export {};
