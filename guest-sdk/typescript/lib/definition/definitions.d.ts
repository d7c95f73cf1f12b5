/** The types of what an author writes: resources, functions, configuration, the provider. */
import type { CheckContext, Context } from "../call/context.js";
import type { Change } from "../call/diff.js";
import type { OldState } from "../call/migrate.js";
import type { AnyProperty } from "../property/typed.js";
import type { Deployment } from "../deployment/deployment.js";
import type { Child } from "../deployment/child.js";
import type { Given, Input, Made } from "../deployment/types.js";
import type { Drafts, Given as Written, Infer, NotAPromise, Previews, Returned, Saved, Shape, State, TypeOf } from "../property/infer.js";
import type { JsonObject } from "../value/json.js";
import type { Constraint } from "./constraints.js";
/** The result of a hook that only does something. A promise does not fit: hooks are synchronous. */
export type Done = undefined | void;
/** The record of a resource: its outputs, and its inputs, which are recorded as given if they are left out. */
export type Recorded<I extends Shape, O extends Shape> = Returned<Infer<O>> & Partial<Returned<Infer<I>>> & NotAPromise;
type OutputsMember<I extends Shape, O extends Shape> = {} extends Infer<O> ? {
    /** The thing's present outputs. Inputs that are left out are recorded as they were given. */
    outputs?: Recorded<I, O>;
} : {
    /** The thing's present outputs. Inputs that are left out are recorded as they were given. */
    outputs: Recorded<I, O>;
};
/** The result of `create`. */
export type Created<I extends Shape, O extends Shape> = NotAPromise & {
    /** The thing's id; never empty. */
    id: string;
    /** Asks the engine to refresh the thing before it next updates it. */
    refreshBeforeUpdate?: boolean;
} & OutputsMember<I, O>;
/** The result of `read` for a thing that exists. */
export type Found<I extends Shape, O extends Shape> = NotAPromise & {
    /** Its id; by default, the one that was asked for. */
    id?: string;
    /** Asks the engine to refresh the thing before it next updates it. */
    refreshBeforeUpdate?: boolean;
} & ({
    /** The thing as it is. Its inputs are taken from the properties of the same names. */
    outputs: Returned<State<I, O>>;
    inputs?: undefined;
} | ({
    /** The inputs that would make the thing as it is, if the outputs do not show them. */
    inputs: Returned<Infer<I>>;
} & OutputsMember<I, O>));
/** How much of a list is wanted, and where to go on. */
export interface Paging {
    /** How many more things are wanted; `undefined` for as many as there are. */
    readonly limit: number | undefined;
    /** How many the engine would like in one answer; `undefined` leaves it to the provider. More may be given. */
    readonly pageSize: number | undefined;
    /** The `next` of the page before; `undefined` for the first page. */
    readonly continuation: string | undefined;
}
/** Things that were found. */
export interface Page {
    readonly then?: never;
    /** Each with its id as an import takes it, and a name for people. */
    found: readonly {
        readonly id: string;
        readonly name: string;
    }[];
    /** The place to go on from, any text that is not empty; left out at the end. */
    next?: string | undefined;
}
/** How the host makes a name if the program gives none. */
export interface Naming<Name extends string> {
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
    /** A warning for those who still use it. The tag `@deprecated` of the doc comment does the same. */
    readonly deprecated?: string;
    /** Information for generators of SDKs. */
    readonly language?: JsonObject;
    /** The middle part of the token; `index` by default. */
    readonly module?: string;
}
/**
 * A resource: its properties, its traits, and the hooks that the thing needs. Only `create` has to be there; each other
 * hook says what the host does without it. Hooks are synchronous. One that throws changes nothing in the
 * recorded state, except with a `PartialError` or after a checkpoint.
 */
export interface ResourceDefinition<I extends Shape, O extends Shape, Q extends Shape> extends Described {
    /** The properties that programs set. Each is recorded among the outputs as well, unless it is `inputOnly`. */
    readonly inputs: I;
    /** The properties that only the provider sets. */
    readonly outputs?: O;
    /** Type tokens that the resource had before, so that a renamed type is not a replacement. */
    readonly aliases?: readonly string[];
    /** The property that is the thing's name, which the host makes if the program gives none. */
    readonly name?: (keyof I & string) | Naming<keyof I & string>;
    /** The form of an import's id, such as `{zone}/{label}`; refuses others, and gives `read` the inputs in it. */
    readonly importId?: string;
    /** A replacement deletes the old thing first. */
    readonly deleteBeforeReplace?: boolean;
    /** The engine refreshes the resource before each update. */
    readonly refreshBeforeUpdate?: boolean;
    /** The reaction if a result breaks the promise of its preview; `warn` by default. */
    readonly consistency?: "off" | "warn" | "error";
    /** The number of creates, updates and deletes of the type that run at once in a process; unlimited by default. */
    readonly concurrency?: number;
    /** Rules between several inputs. */
    readonly constraints?: readonly Constraint<keyof I & string>[];
    /** Makes the thing. Called once for each resource; never again after success. */
    create(inputs: Infer<I>, cx: Context<I, O>): Created<I, O>;
    /**
     * Completes a thing whose `create` failed after it saved a checkpoint. Without this hook such a thing is updated,
     * and without `update` deleted and made again. `saved` has the inputs, and the outputs that the checkpoint had. Returns
     * outputs as `update` does, because the id stays.
     */
    resume?(id: string, saved: Saved<I, O>, inputs: Infer<I>, cx: Context<I, O>): Recorded<I, O>;
    /**
     * Judges and completes inputs, after the schema's own rules: name what is wrong with `cx.fail`, and set what the
     * program left out. Pure, and called several times for one resource. Without this hook the schema's rules are all.
     */
    check?(inputs: Drafts<Infer<I>>, cx: CheckContext<I, O>): Done;
    /** Corrects the host's comparison of old and new inputs. Pure. Without this hook every difference counts. */
    diff?(change: Change<I, O>, cx: Context<I, O>): Done;
    /**
     * Says more about what `create` would return: `preview` is what the host would show. A known output is a promise.
     * Without this hook inputs are shown, and other outputs are unknown.
     */
    previewCreate?(inputs: Drafts<Infer<I>>, preview: Previews<State<I, O>>, cx: Context<I, O>): Done;
    /**
     * Looks at the thing, in a refresh, an import and a lookup; `undefined` says that it does not exist. `state` is what
     * was recorded; it is `undefined` in an import, where `cx.inputs` has the inputs of the id. Without this hook a
     * refresh keeps the record, and an import fails.
     */
    read?(id: string, state: State<I, O> | undefined, cx: Context<I, O>): Found<I, O> | undefined;
    /** Changes the thing in place; its id stays. Without this hook every change replaces. */
    update?(id: string, old: State<I, O>, inputs: Infer<I>, cx: Context<I, O>): Recorded<I, O>;
    /** Says more about what `update` would return, as `previewCreate` does for `create`. */
    previewUpdate?(id: string, old: State<I, O>, inputs: Drafts<Infer<I>>, preview: Previews<State<I, O>>, cx: Context<I, O>): Done;
    /**
     * Removes the thing. That it is gone already is success, and a `NotFoundError` counts as success too. Without this
     * hook the host forgets the resource.
     */
    delete?(id: string, state: State<I, O>, cx: Context<I, O>): Done;
    /**
     * The steps that bring what older versions of the provider recorded to the properties of today. Their number is the
     * version of the state, so steps are only ever added at the end.
     */
    readonly migrations?: readonly ((old: OldState) => Done)[];
    /** The query of `list`. */
    readonly query?: Q;
    /** Finds things of this type that exist. Changes nothing. Without this hook they cannot be listed. */
    list?(query: Infer<Q>, paging: Paging, cx: Context<I, O>): Page;
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
     * clock stands still, randomness follows from the URN, and requests are refused. Synchronous. What it throws ends the
     * deployment; an `InvalidError` names an input.
     */
    construct(inputs: Given<I>, cx: Deployment): Made<O>;
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
    call(self: Child<T>, inputs: Given<A>, cx: Deployment): MethodResult<R>;
}
/** The results of a method: named ones, or one value. */
export type MethodResult<R> = R extends AnyProperty ? Input<TypeOf<R>> : R extends Shape ? Made<R> : void;
/** A package whose resources components may declare. */
export interface UsedPackage {
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
    call(inputs: Infer<A>, cx: Context): ResultOf<R>;
}
/** The options of a configuration beside its properties. Hooks get `C` by `cx.config`. */
export interface ConfigDefinition<S extends Shape, C> {
    /** Rules between several properties. */
    readonly constraints?: readonly Constraint<keyof S & string>[];
    /** Judges the configuration, of which parts may be unknown. Pure. */
    check?(settings: Drafts<Infer<S>>, cx: CheckContext): Done;
    /**
     * Makes what hooks get by `cx.config` of the settings. May log in to granted hosts. Called on each new instance,
     * always with the same settings: make it cheap. Without this hook they get the settings themselves.
     */
    configure?(settings: Infer<S>, cx: Context): C;
}
/** The address that a provider wants to reach: `HOST`, `HOST:PORT`, `*.DOMAIN`, or `config:NAME`. */
export interface NetWant {
    readonly host: string;
    /** Whether adding the package without this grant is an error. */
    readonly required?: boolean;
    readonly reason?: string;
    /** Requests that only read, though their method could change something, as `POST /graphql`. */
    readonly reads?: readonly string[];
    /** A secret of the configuration that the host sends along; with `withhold` it never enters the provider. */
    readonly credential?: {
        readonly bearer: string;
        readonly withhold?: boolean;
    } | {
        readonly basic: string;
        readonly user?: string;
        readonly userConfig?: string;
        readonly withhold?: boolean;
    } | {
        readonly header: string;
        readonly config: string;
        readonly withhold?: boolean;
    };
    /** The values of the configuration that TLS with that host follows. */
    readonly tls?: TlsWant;
    /** The value of the configuration with the address of the requests' proxy. It must not have a default. */
    readonly proxy?: string;
}
/** The values of the configuration that TLS with a host follows, by their names. */
export interface TlsWant {
    /** Certificates of authorities, in PEM, that are trusted beside those of the machine. */
    readonly ca?: string;
    /** The certificate that the host shows to the server, in PEM; with `key`. */
    readonly certificate?: string;
    /** Its key, in PEM: a secret. */
    readonly key?: string;
    /** A truth value: whether certificates are left unchecked, if the user granted that by `--allow-insecure-tls`. */
    readonly insecure?: string;
    /** Whether the key never enters the provider. */
    readonly withhold?: boolean;
}
/** An environment variable that a provider wants to read. */
export interface EnvWant {
    readonly name: string;
    readonly required?: boolean;
    readonly reason?: string;
}
export {};
