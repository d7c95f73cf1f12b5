/** The host's failures inside the exceptions that libraries make of them. */
import { ProviderError } from "../errors.js";
/** What `fetch` fails with: an error as libraries expect it, with the reason of the host. */
export declare class FetchError extends TypeError {
    readonly cause: ProviderError;
    constructor(failure: ProviderError);
}
export declare const failureBehind: {
    /** Remembers the failure behind an error that a promise was rejected with. Errors that the author makes of it have none. */
    note(error: unknown): void;
    /** The failure behind an error, if it was remembered. */
    of(error: unknown): ProviderError | undefined;
};
