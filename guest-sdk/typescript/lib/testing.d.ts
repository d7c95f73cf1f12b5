/**
 * Tests of providers in Node, without WebAssembly and without an engine: a {@link FakeHost} in place of the host, and a
 * {@link TestProvider} that makes its calls.
 */
import { type Exports } from "./guest.js";
import { type Difference } from "./call/diff.js";
import type { DeploymentHost, Host, Severity, WireError, WireRequest, WireStep } from "./host/interface.js";
import { type ComponentExports } from "./deployment/guest.js";
import type { Component } from "./definition/component.js";
import type { Method } from "./definition/method.js";
import type { ProviderFunction } from "./definition/function.js";
import type { PackageFacts, Provider } from "./definition/provider.js";
import type { Resource } from "./definition/resource.js";
import type { ListedResource } from "./definition/results.js";
import { type Json, type JsonObject } from "./value/json.js";
import { type Answers, type Lookup, type Registration } from "./testing/deployment.js";
import * as wire from "./value/wire.js";
export type { Answers, Lookup, Registration } from "./testing/deployment.js";
export { wire };
/** A request that a provider sent. */
export interface Sent {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    /** A body that is not UTF-8 has one character for each byte. */
    readonly body: string | undefined;
}
/** The answer to a request. */
export interface Answer {
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly json?: unknown;
    readonly text?: string;
    readonly bytes?: Uint8Array;
}
/** Fails as the host does. */
export declare function hostError(tag: Exclude<WireError["tag"], "invalid" | "partial" | "crashed">, message: string): Error;
/** Stands in for everything outside. It has only the answers that a test gives it. */
export declare class FakeHost {
    #private;
    /** Answers requests; without it every request is denied. */
    answer: ((request: Sent) => Answer) | undefined;
    /** Sees each request as the host gets it, with its attempts and its times. */
    seen: ((request: WireRequest) => void) | undefined;
    /** Environment variables that are granted. */
    env: Record<string, string>;
    /** The time, in milliseconds since 1970. Waiting moves it on. */
    now: number;
    /** The next random byte. */
    randomByte: () => number;
    /** The requests, in order. */
    readonly requests: Sent[];
    readonly messages: {
        readonly severity: Severity;
        readonly message: string;
        readonly ephemeral: boolean;
    }[];
    readonly checkpoints: {
        readonly id: string;
        readonly outputs: JsonObject;
    }[];
    readonly views: WireStep[];
    /** Contents of assets by their handles; an archive has contents by their paths. */
    readonly assets: Map<number, Uint8Array<ArrayBufferLike> | Readonly<Record<string, Uint8Array<ArrayBufferLike>>>>;
    /** The graph of a component's declarations. Internal to this package. */
    _deployment: DeploymentHost | undefined;
    /** The host as components know it. Internal to this package. */
    _host(): Host;
}
/** The further options of a call. */
export interface CallOptions {
    readonly preview?: boolean;
    readonly name?: string;
}
/** The options of a construction, and of the call of a method. */
export interface SessionOptions extends CallOptions {
    readonly answers?: Answers;
}
/** The result of a construction, or of the call of a method. */
export interface Constructed {
    /** The resources in the order of their declaration. */
    readonly registrations: readonly Registration[];
    readonly lookups: readonly Lookup[];
    readonly outputs: JsonObject;
}
/** The differences between recorded and new inputs, and their effect. */
export interface Compared {
    readonly differences: readonly Difference[];
    readonly deleteBeforeReplace: boolean;
}
/** Makes the calls of a host on a provider. Failures are thrown as the package's errors. */
export declare class TestProvider {
    #private;
    readonly host: FakeHost;
    constructor(provider: Provider, options?: {
        readonly host?: FakeHost;
        readonly config?: JsonObject;
        readonly facts?: PackageFacts;
    });
    /** The manifest. */
    describe(): JsonObject;
    /** The raw functions of the interface, for those without a method here. */
    get lifecycle(): Exports["lifecycle"];
    /** The raw functions for components. */
    get components(): ComponentExports;
    /** The failures that the check of the configuration finds. */
    checkConfig(config: JsonObject): {
        property: string;
        reason: string;
    }[];
    /** The result of a check for inputs that the schema accepts. */
    check(resource: Resource, inputs: JsonObject, old?: {
        readonly inputs?: JsonObject;
        readonly outputs?: JsonObject;
    }): {
        inputs: JsonObject;
        failures: {
            property: string;
            reason: string;
        }[];
    };
    /** The result of a create, of its completion after a checkpoint, or of its preview, which has no id. */
    create(resource: Resource, inputs: JsonObject, options?: CallOptions & {
        readonly resume?: {
            readonly id: string;
            readonly outputs: JsonObject;
        };
    }): {
        id: string;
        outputs: JsonObject;
    };
    /** The result of a read; `undefined` if the resource is missing. Without recorded outputs it is an import. */
    read(resource: Resource, id: string, recorded?: {
        readonly inputs?: JsonObject;
        readonly outputs?: JsonObject;
    }): {
        id: string;
        inputs: JsonObject | undefined;
        outputs: JsonObject;
    } | undefined;
    /** The result of an update, or of its preview. */
    update(resource: Resource, id: string, old: {
        readonly inputs: JsonObject;
        readonly outputs: JsonObject;
    }, inputs: JsonObject, options?: CallOptions): JsonObject;
    /**
     * The differences between recorded and new inputs after the hook `diff`, if there is one. A host compares by the rules of the
     * properties as well; here each value that is not equal differs, at the path of the innermost one, and replaces if its property says so.
     */
    diff(resource: Resource, id: string, old: {
        readonly inputs: JsonObject;
        readonly outputs: JsonObject;
    }, inputs: JsonObject): Compared;
    /** A page of a list. */
    list(resource: Resource, query?: JsonObject, { limit, pageSize, continuationToken }?: {
        readonly limit?: number;
        readonly pageSize?: number;
        readonly continuationToken?: string;
    }): {
        resources: ListedResource[];
        continuationToken: string | undefined;
    };
    /** Deletes a resource. */
    delete(resource: Resource, id: string, recorded: {
        readonly inputs: JsonObject;
        readonly outputs: JsonObject;
    }): void;
    /** Migrates the recorded state of an older version. `version` is the number of steps that this version had. */
    migrate(resource: Resource, version: number, recorded: {
        readonly inputs?: JsonObject;
        readonly outputs?: JsonObject;
    }): {
        inputs: JsonObject | undefined;
        outputs: JsonObject | undefined;
    };
    /** The result of a function. */
    invoke(found: ProviderFunction, inputs?: JsonObject, options?: CallOptions): Json;
    /**
     * Constructs a component: the result has its declarations, with the values once they are known, and its outputs. Inputs may be secrets and unknown, in the
     * forms of {@link wire}.
     *
     *     const { registrations, outputs } = tests.construct(Website, { title: "Docs" }, { name: "docs" });
     */
    construct(component: Component, inputs: JsonObject, { answers, ...options }?: SessionOptions): Constructed;
    /**
     * Calls a method: the result has its declarations, and its results as `outputs`. `self` has the outputs of its resource.
     *
     *     const { outputs } = tests.call(announce, { url: "https://docs.example/" }, { text: "We have moved." });
     */
    call(method: Method, self: JsonObject, inputs?: JsonObject, { answers, ...options }?: SessionOptions): Constructed;
}
