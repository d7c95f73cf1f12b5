/** From requests to an author's hooks and back. */
import type { Resource } from "../definition/resource.js";
import type { ProviderFunction } from "../definition/function.js";
import type { Config } from "../definition/config.js";
import type { Configured } from "../definition/configured.js";
import { type WirePropertyFailure } from "../host/interface.js";
import { type CheckConfigRequest, type CheckRequest, type CreateRequest, type DeleteRequest, type DiffRequest, type InvokeRequest, type ListRequest, type MigrateRequest, type PreviewCreateRequest, type PreviewUpdateRequest, type ReadRequest, type ResumeRequest, type UpdateRequest, type WireDifference } from "./wire.js";
export declare function checkConfig(config: Config, request: CheckConfigRequest, hostOnly: ReadonlySet<string>): {
    failures: WirePropertyFailure[];
    extra: string;
};
/** Makes the values of `cx.config` and `cx.client`. */
export declare function configure(config: Config, request: CheckConfigRequest, hostOnly: ReadonlySet<string>): Configured;
export declare function check(resource: Resource, request: CheckRequest, configured: Configured | undefined): {
    inputs: string;
    failures: WirePropertyFailure[];
    extra: string;
};
export declare function diff(resource: Resource, request: DiffRequest, configured: Configured | undefined): {
    differences: WireDifference[];
    deleteBeforeReplace: boolean;
    extra: string;
};
/** The answer of a hook that predicts outputs. */
export interface PreviewAnswer {
    readonly outputs: string;
    readonly extra: string;
}
/** The answer of `update`, and of `resume`: the id stays. */
export interface UpdateAnswer {
    readonly outputs: string;
    readonly refreshBeforeUpdate: boolean;
    readonly extra: string;
}
export declare function create(resource: Resource, request: CreateRequest, configured: Configured | undefined): UpdateAnswer & {
    id: string;
};
export declare function resume(resource: Resource, request: ResumeRequest, configured: Configured | undefined): UpdateAnswer;
export declare function previewCreate(resource: Resource, request: PreviewCreateRequest, configured: Configured | undefined): PreviewAnswer;
/** The answer of `read`: no state if the resource does not exist. */
export interface ReadAnswer {
    readonly state: {
        id: string;
        inputs: string | undefined;
        outputs: string;
        refreshBeforeUpdate: boolean;
        extra: string;
    } | undefined;
    readonly extra: string;
}
export declare function read(resource: Resource, request: ReadRequest, configured: Configured | undefined): ReadAnswer;
export declare function update(resource: Resource, request: UpdateRequest, configured: Configured | undefined): UpdateAnswer;
export declare function previewUpdate(resource: Resource, request: PreviewUpdateRequest, configured: Configured | undefined): PreviewAnswer;
export declare function remove(resource: Resource, request: DeleteRequest, configured: Configured | undefined): void;
export declare function migrate(resource: Resource, request: MigrateRequest): {
    inputs: string | undefined;
    outputs: string | undefined;
    extra: string;
};
export declare function list(resource: Resource, request: ListRequest, configured: Configured | undefined): {
    resources: {
        id: string;
        name: string;
        extra: string;
    }[];
    continuationToken: string;
    extra: string;
};
export declare function invoke(found: ProviderFunction, request: InvokeRequest, configured: Configured | undefined): {
    resultValue: string;
    failures: WirePropertyFailure[];
    extra: string;
};
