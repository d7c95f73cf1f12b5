/** From requests to an author's hooks and back. */
import type { Resource } from "../definition/resource.js";
import type { ProviderFunction } from "../definition/function.js";
import type { Config } from "../definition/config.js";
import { type WirePropertyFailure } from "../host/interface.js";
import { type CheckConfigRequest, type CheckRequest, type CreateRequest, type DeleteRequest, type DiffRequest, type InvokeRequest, type ListRequest, type MigrateRequest, type PreviewCreateRequest, type PreviewUpdateRequest, type ReadRequest, type ResumeRequest, type UpdateRequest, type WireDifference } from "./wire.js";
type Unchecked = Config<unknown>;
export declare function checkConfig(config: Unchecked, request: CheckConfigRequest, withheld: ReadonlySet<string>): {
    failures: WirePropertyFailure[];
    extra: string;
};
/** What hooks get by `cx.config`. */
export declare function configure(config: Unchecked, request: CheckConfigRequest, withheld: ReadonlySet<string>): unknown;
export declare function check(resource: Resource, request: CheckRequest, config: unknown): {
    inputs: string;
    failures: WirePropertyFailure[];
    extra: string;
};
export declare function diff(resource: Resource, request: DiffRequest, config: unknown): {
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
export declare function create(resource: Resource, request: CreateRequest, config: unknown): UpdateAnswer & {
    id: string;
};
export declare function resume(resource: Resource, request: ResumeRequest, config: unknown): UpdateAnswer;
export declare function previewCreate(resource: Resource, request: PreviewCreateRequest, config: unknown): PreviewAnswer;
/** The answer of `read`: no state if the thing does not exist. */
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
export declare function read(resource: Resource, request: ReadRequest, config: unknown): ReadAnswer;
export declare function update(resource: Resource, request: UpdateRequest, config: unknown): UpdateAnswer;
export declare function previewUpdate(resource: Resource, request: PreviewUpdateRequest, config: unknown): PreviewAnswer;
export declare function remove(resource: Resource, request: DeleteRequest, config: unknown): void;
export declare function migrate(resource: Resource, request: MigrateRequest): {
    inputs: string | undefined;
    outputs: string | undefined;
    extra: string;
};
export declare function list(resource: Resource, request: ListRequest, config: unknown): {
    resources: {
        id: string;
        name: string;
        extra: string;
    }[];
    continuationToken: string;
    extra: string;
};
export declare function invoke(found: ProviderFunction, request: InvokeRequest, config: unknown): {
    resultValue: string;
    failures: WirePropertyFailure[];
    extra: string;
};
export {};
