/** One construction: the functions that the host may still ask for. */
import { type DeploymentHost } from "../host/interface.js";
import type { Json } from "../value/json.js";
/** A function of the author, from its argument to its result. The host calls it once, unless it is stored for many calls. */
export type Callback = (argument: Json) => Json;
/** A construction, until the host closes it. */
export declare class Session {
    #private;
    readonly number: number;
    private constructor();
    /** Begins a session. */
    static open(number: number): Session;
    /** An open session. Throws a `NotFoundError` for any other number. */
    static find(number: number): Session;
    /** Ends a session, and forgets its functions with all that they hold. */
    static close(number: number): void;
    /** Runs a function with this as the running session. */
    during<T>(run: () => T): T;
    /** Declares the value that a function derives from the source, and returns the number of its node. `position` is the place in the author's source. */
    apply(source: Json, callback: Callback, position: string): number;
    /** Keeps a function that the host may ask for many times, and gives its number. */
    keep(callback: Callback): number;
    /** Runs a stored function. `what`, such as `transform`, is for the message. Throws a `NotFoundError` for an unknown number. */
    runKept(what: string, number: number, argument: Json): Json;
    /** Runs a function that runs once. Throws a `NotFoundError` for an unknown number. */
    run(number: number, argument: Json): Json;
}
/** The session that the host has entered. */
export declare function runningSession(): Session | undefined;
/** The running session. Throws a `ProviderError` outside the construction of a component. */
export declare function neededSession(what: string): Session;
/** Declares something. Throws as the host fails. */
export declare function declare<T>(declaration: (host: DeploymentHost) => T): T;
/** The error with the name of the declaration in front. Failures of its properties become a plain error, because they do not concern the component's inputs. */
export declare function about(what: string, error: unknown): unknown;
/** Runs a function, and puts the name of the declaration in front of its errors. */
export declare function declaring<T>(what: string, run: () => T): T;
