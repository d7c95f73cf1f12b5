/** The named types of a schema under construction, and its mistakes. */
import { type JsonObject } from "../value/json.js";
/** Collects the types of a package while its schema is made. */
export declare class Types {
    #private;
    readonly package: string;
    readonly problems: string[];
    /** Rules by token, for the manifest. */
    readonly rules: JsonObject;
    constructor(name: string);
    /** The token for a name: a full token, or a token of this package that begins with a colon. */
    token(name: string, module?: string): string;
    /** A reference to a part of the same schema. */
    static reference(part: "types" | "resources", token: string): JsonObject;
    /** A reference to a named type, which is added if it is new. */
    named(token: string, definition: object, at: string | undefined, schema: () => JsonObject): JsonObject;
    /** Notes that a type is a variant of a union, with this tag. */
    tag(token: string, property: string, value: string, description: string | undefined, at: string | undefined): void;
    /** Records a mistake and its place, once: an input is often an output, too. */
    problem(at: string | undefined, problem: string): void;
    /** The schemas of all types. */
    finish(): JsonObject;
}
