/** Addresses of requests: where a client's base address and a path meet, and where a client's credentials may go. */
/** The base address. Throws a `ProviderError` if no path can follow it. */
export declare function baseOf(address: string): string;
/** The address of a request to a client with this base, and whether its headers and credentials go along. */
export declare function addressOf(base: string | undefined, address: string): {
    readonly url: string;
    readonly isOwn: boolean;
};
