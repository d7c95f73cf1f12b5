/** The exported functions: they find the definition of a request. Only the build's code calls {@link attach}. */
import { type Lines } from "./call/stack.js";
import type { CheckConfigRequest, CheckRequest, CreateRequest, DeleteRequest, DiffRequest, InvokeRequest, ListRequest, MigrateRequest, PreviewCreateRequest, PreviewUpdateRequest, ReadRequest, ResumeRequest, UpdateRequest } from "./call/wire.js";
import type { Configured } from "./definition/configured.js";
import type { ComponentExports, Constructing } from "./deployment/guest.js";
import { Provider, type PackageFacts } from "./definition/provider.js";
import type { Host } from "./host/interface.js";
import type { JsonObject } from "./value/json.js";
/** The exports of a component. */
export interface Exports {
    readonly description: {
        describe(): string;
    };
    readonly lifecycle: ReturnType<typeof lifecycleOf>["lifecycle"];
    /** Only a provider with component resources has it. */
    readonly components?: ComponentExports;
}
/** The build's facts about the package. */
export interface Built {
    readonly facts: PackageFacts;
    /** Makes the functions for components. The build sets it for providers with component resources. */
    readonly componentsOf?: (parts: Constructing) => ComponentExports;
}
declare global {
    var pulumiWasmLines: Lines | undefined;
}
/** Makes the exports of a component of a provider. */
export declare function attach(provider: unknown, host: Host, { facts, componentsOf }: Built): Exports;
/** The manifest, or all mistakes in the definitions. */
export declare function described(provider: Provider, facts: PackageFacts): JsonObject;
/** Functions for every call of the interface. */
declare function lifecycleOf(provider: Provider, facts: PackageFacts): {
    lifecycle: {
        checkConfig: (request: CheckConfigRequest) => {
            failures: import("./host/interface.js").WirePropertyFailure[];
            extra: string;
        };
        configure: (request: CheckConfigRequest) => void;
        check: (request: CheckRequest) => {
            inputs: string;
            failures: import("./host/interface.js").WirePropertyFailure[];
            extra: string;
        };
        diff: (request: DiffRequest) => {
            differences: import("./call/wire.js").WireDifference[];
            deleteBeforeReplace: boolean;
            extra: string;
        };
        create: (request: CreateRequest) => import("./call/dispatch.js").UpdateAnswer & {
            id: string;
        };
        resume: (request: ResumeRequest) => import("./call/dispatch.js").UpdateAnswer;
        previewCreate: (request: PreviewCreateRequest) => import("./call/dispatch.js").PreviewAnswer;
        read: (request: ReadRequest) => import("./call/dispatch.js").ReadAnswer;
        update: (request: UpdateRequest) => import("./call/dispatch.js").UpdateAnswer;
        previewUpdate: (request: PreviewUpdateRequest) => import("./call/dispatch.js").PreviewAnswer;
        delete: (request: DeleteRequest) => void;
        migrate: (request: MigrateRequest) => {
            inputs: string | undefined;
            outputs: string | undefined;
            extra: string;
        };
        list: (request: ListRequest) => {
            resources: {
                id: string;
                name: string;
                extra: string;
            }[];
            continuationToken: string;
            extra: string;
        };
        invoke: (request: InvokeRequest) => {
            resultValue: string;
            failures: import("./host/interface.js").WirePropertyFailure[];
            extra: string;
        };
    };
    packageName: string;
    configuration: () => Configured | undefined;
};
export {};
