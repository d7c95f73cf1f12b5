/** The comparison that a `diff` hook may correct. */
import type { Drafts, Infer, Shape, State } from "../property/infer.js";
import type { WireDifference } from "./wire.js";
/** A property that differs. */
export interface Difference {
    /** The property's path, such as `tags["a.b"]`. */
    readonly path: string;
    /** Its change. */
    readonly change: "added" | "removed" | "changed";
    /** Whether it replaces the resource. */
    readonly replaces: boolean;
}
/** The readers of both sides. Each side is read once, on first access. */
export interface Readings<I extends Shape, O extends Shape> {
    old(): State<I, O>;
    oldInputs(): Drafts<Infer<I>>;
    inputs(): Drafts<Infer<I>>;
}
/** The planned changes, and the host's judgement of them, which a hook may change. */
export declare class Diff<I extends Shape = Shape, O extends Shape = Shape> {
    #private;
    /** The resource's id. */
    readonly id: string;
    /** Whether a replacement must delete the old resource first. Its first value is the host's answer. */
    deleteBeforeReplace: boolean;
    /** Internal to this package. */
    constructor(id: string, read: Readings<I, O>, deleteBeforeReplace: boolean, differences: Difference[]);
    /** The recorded state. In a refresh it is the state that was just read. */
    get old(): State<I, O>;
    /** The recorded inputs. */
    get oldInputs(): Drafts<Infer<I>>;
    /** The new inputs. In a refresh these are the recorded inputs. */
    get inputs(): Drafts<Infer<I>>;
    /** The remaining differences. Without any, the resource is not updated. */
    get differences(): readonly Difference[];
    /** Whether the property at `path`, or anything inside it, differs. */
    differs(path: string): boolean;
    /** The property at `path`, and everything inside it, counts as the same. */
    ignore(path: string): void;
    /** A change of the property at `path`, or inside it, replaces the resource; an equal property then counts as changed. */
    replace(path: string): void;
    /** A change of the property at `path`, or inside it, is made in place; an equal property then counts as changed. */
    update(path: string): void;
}
/** A difference in the form that hooks see. */
export declare function difference({ property, kind }: WireDifference): Difference;
/** A difference in the interface's form. */
export declare function wireDifference({ path, change, replaces }: Difference): WireDifference;
