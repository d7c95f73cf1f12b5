/** Drafts that hooks change in place. Untouched values are sent back unchanged, including secrets. */
import { type Properties } from "../property/shape.js";
import type { Mode } from "../property/property.js";
import { type JsonObject } from "../value/json.js";
/** A draft, and how to write it back. */
export declare class Kept {
    #private;
    /** The draft that the hook sees, and may change. */
    readonly draft: Record<string, unknown>;
    constructor(properties: Properties, original: JsonObject, mode: Mode);
    /** The draft with its values replaced by these. */
    with(values: object): this;
    /** The map with the changes of the hook. A member that is not a property stays unchanged. */
    write(): JsonObject;
    /** The result as text. It is `text`, the original, unless the hook changed something. */
    print(text: string): string;
}
