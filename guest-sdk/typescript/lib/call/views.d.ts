/** Parts of a resource that Pulumi shows as separate resources. */
import { type WireOperation, type WireView } from "../host/interface.js";
/** A part of a resource, as Pulumi shows it. */
export interface View {
    /** The type token, of the same package. */
    readonly token: string;
    /** Its name; with the type it is unique among the parts of one resource. */
    readonly name: string;
    /** The part that it is shown below; by default, the resource itself. */
    readonly parent?: {
        readonly token: string;
        readonly name: string;
    };
    /** Its inputs. The provider marks secrets with `secret`. */
    readonly inputs?: object;
    /** Its present outputs. */
    readonly outputs?: object;
}
/** The change of one part, or, in a preview, its planned change. */
export interface ViewStep {
    readonly operation: WireOperation;
    /** The part before and after; one of them may be missing, but not both. */
    readonly old?: View;
    readonly new?: View;
    /** Why it failed. */
    readonly failure?: string;
}
/** Shows the steps. Returns false if the engine does not show views: the resource acts the same. */
export declare function publish(steps: readonly ViewStep[], preview: boolean): boolean;
/** The part as last published. */
export declare function readView(view: WireView): View;
