/** The requests of hooks. Each hook gets a request and a context. */
import type { Drafts, Infer, Previews, Saved, Shape, State } from "../property/infer.js";
/** The request of `create`. */
export interface CreateRequest<I extends Shape> {
    /** The inputs of the program. */
    readonly inputs: Infer<I>;
}
/** The request of `resume`. */
export interface ResumeRequest<I extends Shape, O extends Shape> {
    /** The id of the last checkpoint. */
    readonly id: string;
    /** The state of the last checkpoint: the inputs, and the outputs that the checkpoint had. */
    readonly old: Saved<I, O>;
    /** The inputs of the program. */
    readonly inputs: Infer<I>;
}
/** The request of `check`. Parts of it may be unknown. */
export interface CheckRequest<I extends Shape, O extends Shape> {
    /** The inputs of the program, which the hook may change. */
    readonly inputs: Drafts<Infer<I>>;
    /** The inputs of the last deployment; `undefined` in the first deployment, and before a replacement. */
    readonly oldInputs: Partial<Drafts<Infer<I>>> | undefined;
    /** The outputs of the last deployment; `undefined` in the first deployment, and with engines too old to send them. */
    readonly oldOutputs: Previews<State<I, O>> | undefined;
}
/** The request of `previewCreate`. Parts of it may be unknown. */
export interface PreviewCreateRequest<I extends Shape, O extends Shape> {
    readonly inputs: Readonly<Drafts<Infer<I>>>;
    /** The outputs that the host shows unless the hook replaces them. */
    readonly outputs: Readonly<Previews<State<I, O>>>;
}
/** The request of `read`. */
export interface ReadRequest<I extends Shape, O extends Shape> {
    /** The requested id. */
    readonly id: string;
    /** The recorded state; `undefined` in an import, and in a look-up that does not give all of it. */
    readonly old: State<I, O> | undefined;
    /**
     * The known inputs: in a refresh the recorded inputs, in an import the inputs in the id if the resource has an
     * `importId`. `undefined` in an import by id alone.
     */
    readonly inputs: Partial<Drafts<Infer<I>>> | undefined;
}
/** The request of `update`. */
export interface UpdateRequest<I extends Shape, O extends Shape> {
    /** The resource's id, which stays. */
    readonly id: string;
    /** The recorded state. */
    readonly old: State<I, O>;
    /** The new inputs of the program. */
    readonly inputs: Infer<I>;
}
/** The request of `previewUpdate`. Parts of it may be unknown, except for the recorded state. */
export interface PreviewUpdateRequest<I extends Shape, O extends Shape> extends PreviewCreateRequest<I, O> {
    readonly id: string;
    /** The recorded state. */
    readonly old: State<I, O>;
}
/** The request of `delete`. */
export interface DeleteRequest<I extends Shape, O extends Shape> {
    readonly id: string;
    /** The recorded state. After a `create` that failed it may lack outputs: reading a missing output fails, and copies of the state lack it. */
    readonly old: State<I, O>;
}
/** The request of `list`. */
export interface ListRequest<Q extends Shape> {
    readonly query: Infer<Q>;
    /** The number of resources that the engine still needs; `undefined` for all. */
    readonly limit: number | undefined;
    /** The preferred number of resources in a page; `undefined` leaves it to the provider. A page may have more. */
    readonly pageSize: number | undefined;
    /** The `continuationToken` of the previous page; `undefined` for the first page. */
    readonly continuationToken: string | undefined;
}
