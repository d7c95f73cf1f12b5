/** How hooks and functions fail. */
/** One invalid property. */
export interface PropertyFailure {
    /** The property's path, such as `rules[0].port`; empty for the whole request. */
    readonly property: string;
    /** The reason, as a sentence for the author of the program. */
    readonly reason: string;
}
/**
 * Why a call failed. Except for {@link PartialError}, it says that nothing outside was changed, unless a checkpoint was
 * saved in the same call. Any other exception ends the call as well; the user then sees the place of the throw.
 */
export declare class ProviderError extends Error {
    name: string;
    /** Puts the running operation in front of the text. Internal to this package. */
    _prefix(doing: string): void;
}
/**
 * Puts the running operation in front of every `ProviderError`: `errorContext("reading the zone", () => api.zone(name))` fails with
 * `reading the zone: connection refused`. The kind of the error stays.
 */
export declare function errorContext<T>(doing: string, run: () => T): T;
/** The request is invalid, with the properties and the reasons. */
export declare class InvalidError extends ProviderError {
    name: string;
    failures: readonly PropertyFailure[];
    /** `property` is a path such as `rules[0].port`; an empty path means the whole request. */
    constructor(property: string, reason: string);
    constructor(failures: readonly PropertyFailure[]);
    /** The user sees the reasons. */
    _prefix(doing: string): void;
}
/** The resource of the call does not exist. From `delete` this counts as success. */
export declare class NotFoundError extends ProviderError {
    name: string;
}
/** Something of that name exists already. */
export declare class AlreadyExistsError extends ProviderError {
    name: string;
}
/** Refused: by a missing grant, by the rules of preview, or by the server's authorization. */
export declare class DeniedError extends ProviderError {
    name: string;
}
/** The server cannot be reached or is overloaded; a later attempt may succeed. */
export declare class UnavailableError extends ProviderError {
    name: string;
}
/** A time limit ended the operation. */
export declare class TimedOutError extends ProviderError {
    name: string;
}
/** The user or the engine ended the operation. */
export declare class CancelledError extends ProviderError {
    name: string;
}
/** The provider does not support the operation. */
export declare class UnsupportedError extends ProviderError {
    name: string;
}
/**
 * The resource did not become ready: from `create`, `resume` and `update` only. The state stays unchanged. The
 * deployment continues with resources that do not depend on this one, and fails at its end. Engines before Pulumi
 * 3.272 treat it like any other failure.
 *
 * For a type that only waits for something. The state then does not record a resource that a `create` has made: save a
 * checkpoint, or throw a {@link PartialError}.
 */
export declare class AwaitFailedError extends ProviderError {
    name: string;
}
/**
 * The resource exists, but is incomplete or wrong: from `create`, `resume`, `update` and `read` only. The engine
 * records the state, the deployment fails with the reasons, and the next deployment continues from the state.
 */
export declare class PartialError extends ProviderError {
    name: string;
    /** Its final id. */
    readonly id: string;
    /** The present outputs. Inputs that are not among them are recorded as given. */
    readonly outputs: object;
    /** Its problems, a sentence each. */
    reasons: readonly string[];
    constructor(id: string, outputs: object, reasons: string | readonly string[]);
    _prefix(doing: string): void;
}
