/** The results of hooks. */
import type { Infer, NotAPromise, Previews, Returned, Shape, State } from "../property/infer.js";
/** The result of a hook without a result. A promise is refused, because hooks are synchronous. */
export type Done = undefined | void;
/** The record of a resource: its outputs, and its inputs, which are recorded as given if they are left out. */
export type Recorded<I extends Shape, O extends Shape> = Returned<Infer<O>> & Partial<Returned<Infer<I>>> & NotAPromise;
type OutputsMember<I extends Shape, O extends Shape> = {} extends Infer<O> ? {
    /** The present outputs. Omitted inputs are recorded as given. */
    outputs?: Recorded<I, O>;
} : {
    /** The present outputs. Omitted inputs are recorded as given. */
    outputs: Recorded<I, O>;
};
/** The members that every result with a state may have. */
interface Result {
    readonly then?: never;
    /** Asks the engine to refresh the resource before it next updates it. */
    refreshBeforeUpdate?: boolean;
}
/** The result of `create`. */
export type Created<I extends Shape, O extends Shape> = Result & {
    /** The id of the resource that was made; never empty. */
    id: string;
} & OutputsMember<I, O>;
/** The result of `update`, and of `resume`: the id stays. */
export type Updated<I extends Shape, O extends Shape> = Result & OutputsMember<I, O>;
/** The result of `read` for a resource that exists. */
export type ReadResult<I extends Shape, O extends Shape> = Result & {
    /** Its id; by default the id of the request. */
    id?: string;
} & ({
    /** The present state. The inputs are taken from the properties of the same names. */
    state: Returned<State<I, O>>;
    inputs?: undefined;
    outputs?: undefined;
} | ({
    /** The inputs that would create this state, if the outputs do not show them. */
    inputs: Returned<Infer<I>>;
    state?: undefined;
} & OutputsMember<I, O>));
/** The result of `previewCreate` and `previewUpdate`. Without one, the host's own outputs are shown. */
export type Previewed<I extends Shape, O extends Shape> = Done | {
    readonly then?: never;
    /** The outputs that the hook predicts. Omitted outputs are shown as in the request. A known output is a promise. */
    outputs: Previews<State<I, O>>;
};
/** A resource that was found. */
export interface ListedResource {
    /** Its import id. */
    readonly id: string;
    /** A name for people. */
    readonly name: string;
}
/** The result of `list`. */
export interface Page {
    readonly then?: never;
    resources: readonly ListedResource[];
    /** The token for the next page: any text that is not empty; omitted on the last page. */
    continuationToken?: string | undefined;
}
export {};
