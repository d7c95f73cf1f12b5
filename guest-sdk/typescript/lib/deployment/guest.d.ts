/** The exported functions of a provider with components. */
import type { Component } from "../definition/component.js";
import type { Configured } from "../definition/configured.js";
import type { Method } from "../definition/method.js";
import { type CallContext } from "../host/interface.js";
export interface ConstructRequest {
    readonly context: CallContext;
    readonly session: number;
    readonly inputs: string;
    readonly options: string;
}
export interface MethodRequest {
    readonly context: CallContext;
    readonly session: number;
    readonly receiver: string;
    readonly arguments: string;
}
export interface CallbackRequest {
    readonly context: CallContext;
    readonly session: number;
    readonly callback: number;
    readonly kind: string;
    readonly argument: string;
}
/** The parts of a provider that constructions need. */
export interface Constructing {
    readonly packageName: string;
    readonly components: readonly Component[];
    readonly methods: readonly Method[];
    readonly configuration: () => Configured | undefined;
    /** Runs a call, whose exceptions become errors of the interface. */
    readonly entered: <T>(call: () => T) => T;
}
/** The functions of the interface `components`. */
export type ComponentExports = ReturnType<typeof componentsOf>;
/** Functions for every call about components. */
export declare function componentsOf({ packageName, components, methods, configuration, entered }: Constructing): {
    construct: ({ context, session: number, inputs }: ConstructRequest) => {
        outputs: string;
        extra: string;
    };
    callMethod: ({ context, session: number, receiver, arguments: given }: MethodRequest) => {
        resultValue: string;
        failures: import("../host/interface.js").WirePropertyFailure[];
        extra: string;
    };
    runCallback: ({ session: number, callback, kind, argument }: CallbackRequest) => {
        resultValue: string;
        extra: string;
    };
    close: ({ session }: {
        readonly session: number;
    }) => void;
};
