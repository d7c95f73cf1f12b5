/** The values that the instances of a component share. */
/** A new value, with its lifetime in milliseconds if the maker learns the lifetime. */
export interface Made {
    readonly value: string;
    readonly lives: number;
}
/** How often something is done. */
export interface Rate {
    /** Times in a second, in the long run. */
    readonly perSecond: number;
    /** The number of turns at once after a pause; 1 by default. */
    readonly burst?: number;
}
/**
 * The values that the instances of the component share in one process, if they are costly to make, and rates.
 *
 * Values are secrets: they are in the memory of the process alone, and hidden in messages. Another process makes new
 * ones.
 */
export declare class Shared {
    /**
     * The value of that name, which is made if it is missing, and forgotten after so many milliseconds. While one
     * instance makes it, others wait; if that one fails, the next one makes it.
     *
     *     const token = cx.shared.getOrMake("token", 3_600_000, () => logIn());
     *
     * A maker runs in the call that asks, under its rules: in previews nothing is sent that could change something, unless the
     * provider declares that it only reads, and `configure` may log in. Values are texts: keep several in one as JSON.
     *
     * Throws what `make` throws; a `TimedOutError` and a `CancelledError` while it waits; a `ProviderError` if a limit is
     * reached, and if `make` asks for the same name; an `UnsupportedError` in checks of the configuration.
     */
    getOrMake(name: string, lives: number, make: () => string | Made): string;
    /** Removes a value that the server has rejected; the next use makes a new value. A newer value stays. */
    forget(name: string, value: string): void;
    /**
     * A rate that all instances keep together. Give the same numbers for a name everywhere.
     *
     *     cx.shared.rate("requests", { perSecond: 10, burst: 20 }).wait();
     */
    rate(name: string, { perSecond, burst }: Rate): {
        wait(): void;
    };
}
