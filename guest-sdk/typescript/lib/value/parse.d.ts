/** Parses maps from JSON texts. */
import type { JsonObject } from "./json.js";
/** The map inside a request. */
export declare function parse(map: string): JsonObject;
/** A map of a request that may be missing. */
export declare function parseOptional(map: string | undefined | null): JsonObject | undefined;
