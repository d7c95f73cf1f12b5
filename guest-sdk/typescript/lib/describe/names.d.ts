/** Names that properties cannot have. */
import type { Note } from "../definition/note.js";
import type { Properties } from "../property/shape.js";
import type { Types } from "../property/types.js";
/** Reports properties whose names Pulumi reserves. */
export declare function keptNames(properties: Properties, owner: "a resource" | "a component" | "a configuration", of: string, note: Note, types: Types): void;
