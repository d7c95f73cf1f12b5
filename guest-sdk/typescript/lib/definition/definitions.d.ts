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
/** How the host makes a name if the program gives none. */
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
    /** In place of the doc comment. */
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
    /** The property with the name, which the host makes if the program gives none. */
    readonly autoName?: (keyof I & string) | AutoName<keyof I & string>;
    /** The form of an import's id, such as `{zone}/{label}`; refuses others, and gives `read` the inputs in it. */
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
    /** Makes the resource. Called once for each resource; never again after success. */
    create(request: CreateRequest<I>, cx: CreateContext<I, O>): Created<I, O>;
    /**
     * Completes a resource whose `create` failed after it saved a checkpoint. Without this hook such a resource is updated,
     * and without `update` deleted and made again.
     */
    resume?(request: ResumeRequest<I, O>, cx: UpdateContext<I, O>): Updated<I, O>;
    /**
     * Judges and completes inputs, after the schema's own rules: name what is wrong with `cx.fail`, and set in `inputs` what the
     * program left out. Pure, and called several times for one resource. Without this hook the schema's rules are all.
     */
    check?(request: CheckRequest<I, O>, cx: CheckContext): Done;
    /** Corrects the host's comparison of old and new inputs. Pure. Without this hook every difference counts. */
    diff?(diff: Diff<I, O>, cx: DiffContext): Done;
    /** Says more about the outputs of `create`. Without this hook inputs are shown, and other outputs are unknown. */
    previewCreate?(request: PreviewCreateRequest<I, O>, cx: PreviewContext): Previewed<I, O>;
    /**
     * Looks at the resource, in a refresh, an import and a look-up; `undefined` says that it does not exist. Without this hook a
     * refresh keeps the record, and an import fails.
     */
    read?(request: ReadRequest<I, O>, cx: ReadContext): ReadResult<I, O> | undefined;
    /** Changes the resource in place; its id stays. Without this hook every change replaces. */
    update?(request: UpdateRequest<I, O>, cx: UpdateContext<I, O>): Updated<I, O>;
    /** Says more about the outputs of `update`, as `previewCreate` does for `create`. */
    previewUpdate?(request: PreviewUpdateRequest<I, O>, cx: PreviewContext): Previewed<I, O>;
    /**
     * Deletes the resource. That it is gone already is success, and a `NotFoundError` counts as success too. Without this
     * hook the host forgets the resource.
     */
    delete?(request: DeleteRequest<I, O>, cx: DeleteContext): Done;
    /**
     * The steps that bring what older versions of the provider recorded to the properties of today. Their number is the
     * version of the state, so steps are only ever added at the end.
     */
    readonly migrations?: readonly ((old: OldState) => Done)[];
    /** The query of `list`. */
    readonly query?: Q;
    /** Finds resources of this type that exist. Changes nothing. Without this hook they cannot be listed. */
    list?(request: ListRequest<Q>, cx: ListContext): Page;
}
/** A component resource: its properties, and what it is made of. */
export interface ComponentDefinition<I extends Shape, O extends Shape> extends Described {
    /** The properties that programs set. One that ends with `.plain()` is a value that the program has to know itself. */
    readonly inputs?: I;
    /** The properties that `construct` sets. An output may have the name of an input. */
    readonly outputs?: O;
    /** Type tokens that the component had before, so that a renamed type is not a replacement. */
    readonly aliases?: readonly string[];
    /** Rules between several inputs. */
    readonly constraints?: readonly Constraint<keyof I & string>[];
    /**
     * Declares what the component is made of, and returns its outputs. Called in previews too, and must then declare the same: the
     * clock stands still, randomness follows from the URN, and requests are refused. Synchronous. An error ends the
     * deployment; an `InvalidError` names an input.
     */
    construct(inputs: Given<I>, cx: ComponentContext): Made<O>;
}
/** A method, of a resource with outputs `T`. */
export interface MethodDefinition<T, A extends Shape, R extends Shape | AnyProperty> extends Omit<Described, "module"> {
    /** Its arguments. One that ends with `.plain()` is a value that the program has to know itself. */
    readonly inputs?: A;
    /** Its named results, or the type of its one result. */
    readonly outputs?: R;
    /** Rules between several arguments. */
    readonly constraints?: readonly Constraint<keyof A & string>[];
    /**
     * Computes the results, and may declare resources: they are below the resource that the method is called on. As `construct` it
     * reads no value, and is synchronous. An `InvalidError` names an argument.
     */
    call(self: Child<T>, inputs: Given<A>, cx: ComponentContext): MethodResult<R>;
}
/** The results of a method: named ones, or one value. */
export type MethodResult<R> = R extends AnyProperty ? Input<TypeOf<R>> : R extends Shape ? Made<R> : void;
/** A package whose resources components may declare. */
export interface Package {
    /** A version of three numbers; without it the one that the program has. */
    readonly version?: string;
    /** The parameter that makes a plugin this package; `value` is in base64. */
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
    /** It only computes: it can reach nothing. */
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
     * Makes what hooks get by `cx.client`, such as a client of the server's API. May log in to granted hosts. Called on each new
     * instance, always with the same settings: make it cheap.
     */
    configure?(settings: Infer<S>, cx: ConfigureContext): C;
}
export {};
