/** What a context knows of a configuration: the type of what hooks get. */
/** Keeps the type of what hooks get, which exists for the type checker alone. */
export declare const configuredBrand: unique symbol;
/** A configuration, of which hooks get a `C`. */
export interface Configured<out C> {
    readonly [configuredBrand]: C;
}
