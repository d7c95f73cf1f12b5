/** How hooks and functions fail. */
/**
 * Why a call failed. Except for {@link PartialError}, it says that nothing outside was changed, unless a checkpoint was
 * saved in the same call. Any other exception ends the call as well; the user then sees the place of the throw.
 */
export class ProviderError extends Error {
    name = "ProviderError";
    /** Puts the running operation in front of the text. Internal to this package. */
    _prefix(doing) {
        this.message = `${doing}: ${this.message}`;
    }
}
/**
 * Puts the running operation in front of every `ProviderError`: `errorContext("reading the zone", () => api.zone(name))` fails with
 * `reading the zone: connection refused`. The kind of the error stays.
 */
export function errorContext(doing, run) {
    try {
        return run();
    }
    catch (error) {
        if (error instanceof ProviderError)
            error._prefix(doing);
        throw error;
    }
}
/** The request is invalid, with the properties and the reasons. */
export class InvalidError extends ProviderError {
    name = "InvalidError";
    failures;
    constructor(property, reason = "") {
        const failures = typeof property === "string" ? [{ property, reason }] : property;
        super(told(failures));
        this.failures = failures;
    }
    /** The user sees the reasons. */
    _prefix(doing) {
        this.failures = this.failures.map(({ property, reason }) => ({ property, reason: `${doing}: ${reason}` }));
        this.message = told(this.failures);
    }
}
/** The resource of the call does not exist. From `delete` this counts as success. */
export class NotFoundError extends ProviderError {
    name = "NotFoundError";
}
/** Something of that name exists already. */
export class AlreadyExistsError extends ProviderError {
    name = "AlreadyExistsError";
}
/** Refused: by a missing grant, by the rules of preview, or by the server's authorization. */
export class DeniedError extends ProviderError {
    name = "DeniedError";
}
/** The server cannot be reached or is overloaded; a later attempt may succeed. */
export class UnavailableError extends ProviderError {
    name = "UnavailableError";
}
/** A time limit ended the operation. */
export class TimedOutError extends ProviderError {
    name = "TimedOutError";
}
/** The user or the engine ended the operation. */
export class CancelledError extends ProviderError {
    name = "CancelledError";
}
/** The provider does not support the operation. */
export class UnsupportedError extends ProviderError {
    name = "UnsupportedError";
}
/**
 * The resource did not become ready: from `create`, `resume` and `update` only. The state stays unchanged. The
 * deployment continues with resources that do not depend on this one, and fails at its end. Engines before Pulumi
 * 3.272 treat it like any other failure.
 *
 * For a type that only waits for something. The state then does not record a resource that a `create` has made: save a
 * checkpoint, or throw a {@link PartialError}.
 */
export class AwaitFailedError extends ProviderError {
    name = "AwaitFailedError";
}
/**
 * The resource exists, but is incomplete or wrong: from `create`, `resume`, `update` and `read` only. The engine
 * records the state, the deployment fails with the reasons, and the next deployment continues from the state.
 */
export class PartialError extends ProviderError {
    name = "PartialError";
    /** Its final id. */
    id;
    /** The present outputs. Inputs that are not among them are recorded as given. */
    outputs;
    /** Its problems, a sentence each. */
    reasons;
    constructor(id, outputs, reasons) {
        const all = typeof reasons === "string" ? [reasons] : reasons;
        super(all.join("; "));
        this.id = id;
        this.outputs = outputs;
        this.reasons = all;
    }
    _prefix(doing) {
        this.reasons = this.reasons.map((reason) => `${doing}: ${reason}`);
        this.message = this.reasons.join("; ");
    }
}
function told(failures) {
    return failures.map(({ property, reason }) => (property ? `${property}: ${reason}` : reason)).join("; ");
}
