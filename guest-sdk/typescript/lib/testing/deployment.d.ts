/** Stands in for the deployment that a component declares its resources in. */
import type { DeploymentHost, LookupKind, ResourceKind } from "../host/interface.js";
import { type Json, type JsonObject } from "../value/json.js";
/** A resource that a component declared, after its transforms and with its values as they became known: secrets and what is unknown are marked in them. */
export interface Registration {
    readonly kind: ResourceKind;
    readonly token: string;
    readonly name: string;
    readonly inputs: JsonObject;
    /** By their names. A resource in them is a reference. */
    readonly options: JsonObject;
    /** The place in the author's source; empty outside of a component that was built. */
    readonly position: string;
}
/** A look-up that a component declared, when its arguments became known. */
export interface Lookup {
    readonly kind: LookupKind;
    readonly token: string;
    readonly name: string;
    readonly arguments: JsonObject;
}
/** The answers of the packages whose resources and functions a component uses. */
export interface Answers {
    /** The id and the outputs of a resource; what it leaves out is made up: the name with `_id`, and the inputs. */
    readonly resource?: (registration: Registration) => {
        readonly id?: string;
        readonly outputs?: JsonObject;
    } | undefined;
    /** The result of a look-up; without it, nothing is in it. */
    readonly lookup?: (lookup: Lookup) => JsonObject | undefined;
}
/** Runs a function of the guest. */
type Run = (kind: "apply" | "transform" | "hook", callback: number, argument: Json) => Json;
/** Keeps what is declared, and finds out its values as a host does, one node after the other. */
export declare class FakeDeployment {
    #private;
    /** `component` is what is below the component's own node: `urn` and its inputs. */
    constructor(component: JsonObject, preview: boolean, answers: Answers);
    /** The host's functions. Internal to this package. */
    _host(): DeploymentHost;
    /** Finds out all values, with functions of the guest. */
    settle(run: Run): void;
    /** The resources in the order of their declaration. */
    get registrations(): Registration[];
    /** The look-ups in the order of their declaration. */
    get lookups(): Lookup[];
    /** A value without outputs of nodes in it. */
    resolve(value: Json): Json;
}
export {};
