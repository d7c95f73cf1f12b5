/** Drafts that hooks change in place: values that they do not touch go back exactly as they came, secrets and all. */
import { type Properties } from "../property/shape.js";
import type { Mode } from "../property/property.js";
import { type JsonObject } from "../value/json.js";
/** A draft, and how to write it back. */
export declare class Kept {
    #private;
    /** The draft that the hook sees, and may change. */
    readonly draft: Record<string, unknown>;
    constructor(properties: Properties, original: JsonObject, mode: Mode);
    /** The same, in which these values are in the places of those that the draft had. */
    with(values: object): this;
    /** The map with the changes of the hook. A member that is not a property stays as it was. */
    write(): JsonObject;
    /** The same as text; `text` is the original's. It is written again only if the hook changed something. */
    print(text: string): string;
}
