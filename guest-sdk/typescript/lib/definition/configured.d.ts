/** The types of the settings and of the client of a configuration, for contexts. */
/** Keeps both types, which exist for the type checker alone. */
export declare const configurationBrand: unique symbol;
/** A configuration with settings `T`, whose `configure` returns a `C`. */
export interface Configuration<out T, out C> {
    readonly [configurationBrand]: readonly [T, C];
}
/** The settings and the client that a running provider keeps. */
export interface Configured {
    readonly settings: unknown;
    readonly client: unknown;
}
