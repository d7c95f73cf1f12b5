/** Exceptions as the interface has errors. */
import { ProviderError } from "../errors.js";
import { type WireError } from "../host/interface.js";
/**
 * What a hook returned cannot be recorded, which is found when the hook has done its work: no failure that changed nothing.
 */
export declare class UnrecordableError extends ProviderError {
    name: string;
}
/** Runs what comes after a hook that may have changed something outside. */
export declare function afterwards<T>(finish: () => T): T;
/** What is thrown across the interface in the place of an exception. */
export declare function wireError(error: unknown): WireError;
