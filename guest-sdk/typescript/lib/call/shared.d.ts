/** The values that the instances of a component share. */
/** A new value, with its lifetime in milliseconds if the maker learns the lifetime. */
export interface Made {
    readonly value: string;
    readonly lives: number;
}
/** A rate. */
export interface Rate {
    /** The average number of turns a second. */
    readonly perSecond: number;
    /** The number of turns at once after a pause; 1 by default. */
    readonly burst?: number;
}
/**
 * Expensive values, such as login tokens, and rate limits that the instances of the component share in one process.
 *
 * Values are secrets: they are in the memory of the process alone, and hidden in messages. Another process makes new
 * ones.
 */
export declare class Shared {
    /**
     * The value of that name. The host keeps it for this many milliseconds. If it is missing, `make` makes it, while other
     * instances wait. If `make` fails, the next instance tries.
     *
     *     const token = cx.shared.getOrMake("token", 3_600_000, () => logIn());
     *
     * `make` runs in the calling hook, under its rules: in previews the host refuses requests that could change
     * something, unless the provider declares that they only read; `configure` may log in. Values are texts: store
     * several values as JSON.
     *
     * Throws what `make` throws; a `TimedOutError` and a `CancelledError` while it waits; a `ProviderError` if a limit is
     * reached, and if `make` asks for the same name; an `UnsupportedError` in checks of the configuration.
     */
    getOrMake(name: string, lives: number, make: () => string | Made): string;
    /** Removes a value that the server has rejected; the next use makes a new value. A newer value stays. */
    forget(name: string, value: string): void;
    /**
     * A rate limit for all instances together. Use the same numbers for a name everywhere.
     *
     *     cx.shared.rate("requests", { perSecond: 10, burst: 20 }).wait();
     */
    rate(name: string, { perSecond, burst }: Rate): {
        wait(): void;
    };
}
