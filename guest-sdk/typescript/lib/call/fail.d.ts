/** Exceptions as the interface has errors. */
import { type WireError } from "../host/interface.js";
/** What is thrown across the interface in the place of an exception. */
export declare function wireError(error: unknown): WireError;
