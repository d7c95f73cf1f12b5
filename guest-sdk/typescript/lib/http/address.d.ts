/** Addresses of requests: where a client's base address and a path meet, and where a client's credentials may go. */
/** A base address as it is joined with paths, without slashes at its end. */
export declare function baseOf(address: string): string;
/** The address of a request to a client with this base, and whether its headers and credentials go along. */
export declare function addressOf(base: string | undefined, address: string): {
    readonly url: string;
    readonly isOwn: boolean;
};
