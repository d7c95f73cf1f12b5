/** Values that stand for something which is known later: the outputs and the resources of a component. */
import type { Json } from "./json.js";
/** Something that a component declares, and that others are declared with. */
export declare abstract class Expressed {
    /** The value as the interface has it; `undefined` for one that is left out. Throws an `InvalidError`. For the package itself. */
    abstract _express(path: string): Json | undefined;
}
