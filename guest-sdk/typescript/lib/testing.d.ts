/**
 * Tests of providers in Node, without WebAssembly and without an engine: a {@link FakeHost} in place of the host, and a
 * {@link TestProvider} that makes its calls.
 */
import { type Exports } from "./guest.js";
import type { Host, Severity, WireError, WireStep } from "./host/interface.js";
import type { ProviderFunction } from "./definition/function.js";
import type { PackageFacts, Provider } from "./definition/provider.js";
import type { Resource } from "./definition/resource.js";
import type { Json, JsonObject } from "./value/json.js";
export * as wire from "./value/wire.js";
/** A request that a provider sent. */
export interface Sent {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | undefined;
}
/** What a request is answered with. */
export interface Answer {
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly json?: unknown;
    readonly text?: string;
    readonly bytes?: Uint8Array;
}
/** Fails as the host does. */
export declare function hostError(tag: Exclude<WireError["tag"], "invalid" | "partial" | "crashed">, message: string): Error;
/** Stands in for everything outside. Nothing is there but what a test says. */
export declare class FakeHost {
    #private;
    /** Answers requests; without it every request is denied. */
    answer: ((request: Sent) => Answer) | undefined;
    /** Environment variables that are granted. */
    env: Record<string, string>;
    /** The time, in milliseconds since 1970. Waiting moves it on. */
    now: number;
    /** The next random byte. */
    randomByte: () => number;
    /** What was asked of it, in order. */
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
    /** Contents of assets by their handles. */
    readonly assets: Map<number, Uint8Array<ArrayBufferLike>>;
    /** The host as components know it. For the package itself. */
    _host(): Host;
}
/** What a call is made with beside its subject. */
export interface CallOptions {
    readonly preview?: boolean;
    readonly name?: string;
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
    /** The functions of the interface as they are, for what has no method of its own here. */
    get lifecycle(): Exports["lifecycle"];
    /** What a check makes of inputs that the schema has nothing against. */
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
    /** What a create makes, or in a preview would make. */
    create(resource: Resource, inputs: JsonObject, options?: CallOptions & {
        readonly resume?: {
            readonly id: string;
            readonly outputs: JsonObject;
        };
    }): {
        id: string;
        outputs: JsonObject;
    };
    /** What a read finds; `undefined` where there is nothing. Without recorded outputs it is an import. */
    read(resource: Resource, id: string, recorded?: {
        readonly inputs?: JsonObject;
        readonly outputs?: JsonObject;
    }): {
        id: string;
        inputs: JsonObject | undefined;
        outputs: JsonObject;
    } | undefined;
    /** What an update makes, or in a preview would make. */
    update(resource: Resource, id: string, old: {
        readonly inputs: JsonObject;
        readonly outputs: JsonObject;
    }, inputs: JsonObject, options?: CallOptions): JsonObject;
    /** Deletes a thing. */
    delete(resource: Resource, id: string, recorded: {
        readonly inputs: JsonObject;
        readonly outputs: JsonObject;
    }): void;
    /** What a function gives. */
    invoke(found: ProviderFunction, inputs?: JsonObject, options?: CallOptions): Json;
}
