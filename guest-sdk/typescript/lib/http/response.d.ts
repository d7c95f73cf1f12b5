/** Reading answers. */
import type { WireHead, WireRequest, WireResponse } from "../host/interface.js";
import type { Infer, Shape, TypeOf } from "../property/infer.js";
import type { AnyProperty } from "../property/typed.js";
import { type Json } from "../value/json.js";
/** The common part of every answer. */
declare class Head {
    #private;
    /** The status code, such as 200. */
    readonly status: number;
    /** The address that answered, after redirects. */
    readonly url: string;
    /** Method and address, for error texts. */
    protected readonly request: string;
    constructor(request: string, head: WireHead);
    /** Whether the status is between 200 and 299. */
    get ok(): boolean;
    /** The first header of this name, in any case. */
    header(name: string): string | undefined;
    /** All headers in the order of arrival; names in lower case. */
    get headers(): readonly (readonly [string, string])[];
}
/** The answer to a request. */
export declare class Response extends Head {
    #private;
    /** Internal to this package. */
    constructor(request: WireRequest, answer: WireResponse);
    /** The body as text, without the byte order mark that it may begin with. Throws if it is not UTF-8. */
    text(): string;
    /** The body as bytes. */
    bytes(): Uint8Array;
    /** The body, read as JSON: any value. */
    json(): Json;
    /**
     * The body, read as JSON, of this type: `json(object({ id: string(), size: integer().optional() }))`, `json(array(Disk))`. Other
     * members of the body are left out. Types are checked, and rules such as `gte` are not. Throws a `ProviderError` that names each
     * property of another type, and shows no value.
     */
    json<P extends AnyProperty>(type: P): TypeOf<P>;
    /** The body, read as a JSON object with these properties: `json({ id: string(), size: integer().optional() })`. */
    json<const S extends Shape>(properties: S): Infer<S>;
    /**
     * The same answer, if the status is between 200 and 299. A redirect that the request did not follow is not a success, and neither
     * is 304: read `status` first after a request with a condition. Else it throws an error with the request, the status and the
     * beginning of the body: `NotFoundError` for 404, `DeniedError` for 401 and 403, `AlreadyExistsError` for 409,
     * `UnavailableError` for 429 and from 500 on, `ProviderError` for the rest.
     */
    ensureOk(): this;
}
/** An answer whose body is read in parts, for bodies that are too large for the provider's memory. */
export declare class ResponseStream extends Head {
    #private;
    /** Internal to this package. */
    constructor(request: string, exchange: number, head: WireHead);
    /** The next bytes, at most this many; empty at the end. */
    read(count?: number): Uint8Array;
    /** The body piece by piece. */
    chunks(): Generator<Uint8Array, void, undefined>;
    /** Ends the request at any stage. It ends with the call at the latest. */
    close(): void;
    /** The same answer, if the status is between 200 and 299; else it throws as `Response.ensureOk` does. */
    ensureOk(): this;
}
/** A request whose body is written in parts. */
export declare class Upload {
    #private;
    /** Internal to this package. */
    constructor(request: string, exchange: number);
    /** Hands over the next part of the body; waits while the server is slower. */
    write(part: Uint8Array | string): void;
    /** Ends the body, and waits for the answer. */
    finish(): ResponseStream;
    /** Ends the request without an answer. */
    close(): void;
}
/** Method and address of a request, for error texts. */
export declare function described({ method, url }: WireRequest): string;
/** The address without the parts that may be secret: user, password, query, fragment. */
export declare function withoutQuery(url: string): string;
export {};
