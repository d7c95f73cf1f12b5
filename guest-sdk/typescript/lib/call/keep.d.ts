/** Drafts that hooks change in place: what they do not touch goes back exactly as it came, secrets and all. */
import { type Properties } from "../property/shape.js";
import type { Mode } from "../property/property.js";
import { type JsonObject } from "../value/json.js";
/** A draft, and how to write it back. */
export declare class Kept {
    #private;
    /** What the hook sees, and may change. */
    readonly draft: Record<string, unknown>;
    constructor(properties: Properties, original: JsonObject, mode: Mode);
    /** The map with what the hook changed. What is not a property stays as it was. */
    write(): JsonObject;
    /** The same as text, where `text` is what the original came as: it is written anew only where the hook changed something. */
    print(text: string): string;
}
