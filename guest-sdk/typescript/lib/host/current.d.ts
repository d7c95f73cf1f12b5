/** The host of this instance, and whether a call is running that may use it. */
import type { Host } from "./interface.js";
/** Sets the host; `undefined` removes it. */
export declare function attach(host: Host | undefined): void;
/** Runs a call, in which the host can be asked. */
export declare function during<T>(call: () => T): T;
/** A number that differs in each call: a value that was kept from an earlier call is stale. */
export declare function callNumber(): number;
/** Whether a call is running. */
export declare function isRunning(): boolean;
/**
 * Calls the host.
 *
 * Fails while modules are loaded, because all instances would share the results.
 */
export declare function ask<T>(what: string, question: (host: Host) => T): T;
