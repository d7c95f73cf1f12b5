/** The host's functions and the records that cross the interface, as `wit/0.1.0` has them. */
/** The subject of a call. */
export interface CallContext {
    readonly urn: string;
    readonly token: string;
    readonly name: string;
    readonly project?: string | null | undefined;
    readonly stack?: string | null | undefined;
    readonly preview: boolean;
    readonly timeLeftMs: number;
    readonly extra: string;
}
export interface WirePropertyFailure {
    property: string;
    reason: string;
    extra: string;
}
export interface WireFailure {
    message: string;
    extra: string;
}
/** The kinds of failures that carry a message and nothing else. */
export type FailureTag = "not-found" | "already-exists" | "denied" | "unavailable" | "timed-out" | "cancelled" | "unsupported" | "await-failed" | "other" | "crashed";
export type WireError = {
    tag: "invalid";
    val: WirePropertyFailure[];
} | {
    tag: FailureTag;
    val: WireFailure;
} | {
    tag: "partial";
    val: {
        id: string;
        outputs: string;
        reasons: string[];
        unrecorded: string[] | undefined;
        extra: string;
    };
};
export interface WireView {
    token: string;
    name: string;
    parentToken: string;
    parentName: string;
    inputs: string;
    outputs: string;
    extra: string;
}
export type Severity = "debug" | "info" | "warning" | "error";
export interface WireHeader {
    name: string;
    value: string;
}
export type WireContent = {
    tag: "text";
    val: string;
} | {
    tag: "bytes";
    val: Uint8Array;
} | {
    tag: "asset";
    val: number;
} | {
    tag: "written";
} | {
    tag: "written-bytes";
    val: number;
};
export interface WireRequest {
    method: string;
    url: string;
    headers: WireHeader[];
    body: WireContent | undefined;
    timeoutMs: number;
    redirects: number;
    backoff: WireBackoff | undefined;
    extra: string;
}
export interface WireHead {
    status: number;
    url: string;
    headers: WireHeader[];
    extra: string;
}
export interface WireResponse extends WireHead {
    body: {
        tag: "text";
        val: string;
    } | {
        tag: "bytes";
        val: Uint8Array;
    };
}
/** The record `backoff` of the interface. */
export interface WireBackoff {
    attempts: number;
    firstDelayMs: number;
    factor: number;
    maxDelayMs: number;
    timeoutMs: number;
    extra: string;
}
export type WireOperation = "same" | "create" | "update" | "delete" | "replace" | "read" | "refresh" | "import";
export interface WireStep {
    operation: WireOperation;
    old: WireView | undefined;
    new: WireView | undefined;
    failure: string | undefined;
    extra: string;
}
/** Who creates a declared resource: its provider, the component itself, or another package. */
export type ResourceKind = "custom" | "group" | "remote";
export type LookupKind = "read" | "invoke" | "method" | "reference";
/** Declares nodes. Each function returns the number of its node at once. */
export interface DeploymentHost {
    register(registration: {
        session: number;
        kind: ResourceKind;
        token: string;
        name: string;
        inputs: string;
        options: string;
        position: string;
        extra: string;
    }): number;
    registerOutputs(outputs: {
        session: number;
        node: number;
        outputs: string;
        extra: string;
    }): void;
    lookUp(query: {
        session: number;
        kind: LookupKind;
        token: string;
        name: string;
        arguments: string;
        options: string;
        position: string;
        extra: string;
    }): number;
    apply(applied: {
        session: number;
        source: string;
        callback: number;
        position: string;
        extra: string;
    }): number;
}
/** Everything that a component may ask its host for. Functions fail by throwing. */
export interface Host {
    readonly log: {
        emit(entry: {
            severity: Severity;
            message: string;
            ephemeral: boolean;
            extra: string;
        }): void;
    };
    readonly http: {
        fetch(request: WireRequest): WireResponse;
        open(request: WireRequest): number;
        write(exchange: number, bytes: Uint8Array): void;
        answer(exchange: number): WireHead;
        read(exchange: number, count: number): Uint8Array;
        close(exchange: number): void;
    };
    readonly clock: {
        now(): {
            seconds: number;
            nanoseconds: number;
        };
        monotonicMs(): number;
        sleep(milliseconds: number): void;
    };
    readonly random: {
        get(count: number): Uint8Array;
    };
    readonly env: {
        get(name: string): string | undefined | null;
    };
    readonly checkpoint: {
        save(state: {
            id: string;
            outputs: string;
            extra: string;
        }): void;
    };
    readonly asset: {
        open(handle: number): {
            size: number;
            hash: string;
            extra: string;
        };
        read(handle: number, offset: number, count: number): Uint8Array;
        entries(handle: number): {
            path: string;
            handle: number;
            extra: string;
        }[];
    };
    readonly waiting: {
        pause(backoff: WireBackoff, attempt: number, status: string): void;
    };
    readonly shared: {
        get(key: string): {
            tag: "value";
            val: string;
        } | {
            tag: "missing";
            val: number;
        };
        keep(making: number, made: {
            value: string;
            livesMs: number;
            extra: string;
        }): void;
        giveUp(making: number): void;
        forget(key: string, value: string): void;
        acquire(name: string, rate: {
            perSecond: number;
            burst: number;
            extra: string;
        }): void;
    };
    readonly views: {
        publish(steps: WireStep[]): void;
    };
    /** Only a provider with component resources has it. */
    readonly deployment?: DeploymentHost;
}
/** The empty value of `extra`. */
export declare const NO_EXTRA = "{}";
