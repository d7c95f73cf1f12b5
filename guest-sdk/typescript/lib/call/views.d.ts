/** Parts of a resource that Pulumi shows as resources of their own. */
import { type WireOperation, type WireView } from "../host/interface.js";
/** A part of a resource, as Pulumi shows it. */
export interface View {
    /** The type token, of the same package. */
    readonly token: string;
    /** Its name; with the type it is unique among the parts of one resource. */
    readonly name: string;
    /** The part that it is shown below; below the resource itself where there is none. */
    readonly parent?: {
        readonly token: string;
        readonly name: string;
    };
    /** What it was made from. Which values are secret, the provider says with `secret`. */
    readonly inputs?: object;
    /** What it has become. */
    readonly outputs?: object;
}
/** What happened to one part, or in a preview would happen. */
export interface ViewStep {
    readonly operation: WireOperation;
    /** The part before and after; one is left out where there is none, never both. */
    readonly old?: View;
    readonly new?: View;
    /** Why it failed. */
    readonly failure?: string;
}
/** Shows the steps. False where the engine shows no views: what the resource does is the same. */
export declare function publish(steps: readonly ViewStep[], preview: boolean): boolean;
/** The part as it was last shown. */
export declare function readView(view: WireView): View;
