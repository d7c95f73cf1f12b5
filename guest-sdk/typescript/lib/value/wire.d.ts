/**
 * The forms in which secrets, unknown values, assets and resources cross the interface.
 *
 * Nothing else in this package knows the constants, which are Pulumi's own.
 */
import { type Json, type JsonObject } from "./json.js";
declare const SPECIALS: {
    readonly asset: "c44067f5952c0a294b673a41bacd8c17";
    readonly archive: "0def7320c3a5731c473e5ecbe6d01bc7";
    readonly resource: "5cf8f73096256a8f31e491e813e4eb8e";
};
/** The meaning of an object that is more than an object. */
export type Special = keyof typeof SPECIALS;
/** An output of a node of the running session; the path is empty for the node as a whole. */
export declare function output(handle: number, path: string): Json;
/** The node and the path of an output; `undefined` for any other value. */
export declare function outputOf(value: Json): {
    readonly handle: number;
    readonly path: string;
} | undefined;
/** Whether anything in the value is an output of a node. */
export declare function containsOutput(value: Json): boolean;
/** The value without the wrappers around it; those inside an array or object stay. `undefined` when it is unknown. */
export declare function open(value: Json): Json | undefined;
/** Whether the value inside any wrappers is null. */
export declare function isNull(value: Json): boolean;
/** The unknown value. */
export declare function unknown(): Json;
/** The value as a secret. A secret stays as it is. */
export declare function secret(value: Json): Json;
/** Whether the value as a whole is a secret. */
export declare function isSecret(value: Json): boolean;
/** Whether anything in the value is a secret. */
export declare function containsSecret(value: Json): boolean;
/** Whether anything in the value is not known yet. */
export declare function containsUnknown(value: Json): boolean;
/** The value without the wrappers around it and inside it. An unknown value stays as it is. */
export declare function reveal(value: Json): Json;
/** The special meaning of an object; `undefined` for a plain object. */
export declare function special(value: JsonObject): Special | undefined;
/** An object that stands for something else. */
export declare function signed(kind: Special, members: JsonObject): JsonObject;
export {};
