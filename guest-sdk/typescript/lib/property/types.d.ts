/** The named types that a schema has so far, and everything that was found wrong with it. */
import { type JsonObject } from "../value/json.js";
/** Collects the types of a package while its schema is made. */
export declare class Types {
    #private;
    readonly package: string;
    readonly problems: string[];
    /** Rules by token, for the manifest. */
    readonly rules: JsonObject;
    constructor(name: string);
    /** The token that a name stands for: it may be a token itself, or one of this package that begins with a colon. */
    token(name: string, module?: string): string;
    /** A reference to a part of the same schema. */
    static reference(part: "types" | "resources", token: string): JsonObject;
    /** A reference to a named type, which is added if it is new. */
    named(token: string, definition: object, at: string | undefined, schema: () => JsonObject): JsonObject;
    /** Notes that a type is a variant of a union, with this tag. */
    tag(token: string, property: string, value: string, description: string | undefined, at: string | undefined): void;
    /** Notes what is wrong, and where. */
    problem(at: string | undefined, problem: string): void;
    /** The schemas of all types. */
    finish(): JsonObject;
}
