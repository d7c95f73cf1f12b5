/** The host's failures inside exceptions of libraries. */
import { ProviderError } from "../errors.js";
/** The error of `fetch`: the class that libraries expect, with the host's reason. */
export declare class FetchError extends TypeError {
    readonly cause: ProviderError;
    constructor(failure: ProviderError);
}
export declare const failureBehind: {
    /** Records the host's failure behind the error of a rejected promise. The author's own errors do not have one. */
    note(error: unknown): void;
    /** The recorded failure behind an error. */
    of(error: unknown): ProviderError | undefined;
};
