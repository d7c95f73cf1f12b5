/** Converts exceptions to errors of the interface. */
import { ProviderError } from "../errors.js";
import { type WireError } from "../host/interface.js";
/**
 * The result of a hook cannot be recorded. This is found after the hook's work, so it is not a failure that changed
 * nothing.
 */
export declare class UnrecordableError extends ProviderError {
    name: string;
}
/** Runs the code after a hook that may have changed something outside. */
export declare function afterwards<T>(finish: () => T): T;
/** Converts an exception to the error that is thrown across the interface. */
export declare function wireError(thrown: unknown): WireError;
/** The exception as a failure of the request. It does not count as a crash. */
export declare function meant(thrown: unknown): ProviderError;
