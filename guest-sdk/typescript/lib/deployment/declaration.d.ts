/** Declares resources, groups and look-ups: converts an author's declarations to requests to the host. */
import type { Component } from "../definition/component.js";
import type { Resource } from "../definition/resource.js";
import { ResourceType } from "../definition/resource-type.js";
import { type LookupKind, type ResourceKind } from "../host/interface.js";
import { type Properties } from "../property/shape.js";
import type { JsonObject } from "../value/json.js";
import { Child, type ChildParts } from "./child.js";
import { type ChildOptions, type LookupOptions } from "./options.js";
import { type Session } from "./session.js";
import { type Transform } from "./transform.js";
/** The component or group that declares. */
export interface Place {
    readonly session: Session;
    /** The name of your package. */
    readonly packageName: string;
    /** The prefix of the names of children. */
    readonly name: string;
    readonly group: Child | undefined;
    /** The numbers of the transforms that children go through. */
    readonly transforms: number[];
}
/** The type of a resource: a type token, with or without the types of its properties, or a definition of your package. */
export type Typed = string | ResourceType<object, object> | Resource | Component;
/** Declares a resource. */
export declare function register(place: Place, kind: ResourceKind, part: string, type: Typed, inputs: object, options: ChildOptions): Child;
/** Declares a transform of the children of a place. */
export declare function transform(place: Place, change: Transform): void;
/** The outputs of a type of the own package. Only its provider knows the outputs of another package. */
export declare function outputsOf(type: Typed): Properties | undefined;
/** The handle of a node, whose methods are called from this place. */
export declare function childOf(place: Place, node: number, parts: Omit<ChildParts, "session" | "node" | "call">): Child;
/** Registers the outputs of a group. */
export declare function registerOutputs({ session }: Place, group: Child, token: string, outputs: object, position: string): void;
/** A lookup. */
export interface Wanted {
    readonly kind: LookupKind;
    readonly token: string;
    /** The name of a resource to read. */
    readonly name?: string;
    /** For messages, such as `the function`. */
    readonly what: string;
    readonly arguments: object;
}
/** Declares a look-up, and returns the number of its node. */
export declare function lookUp(place: Place, wanted: Wanted, options: LookupOptions): number;
/** Writes properties with these names, and refuses others. Omitted properties are absent. */
export declare function encodeNamed(known: Properties, given: object, kind: "input" | "output" | "result"): JsonObject;
