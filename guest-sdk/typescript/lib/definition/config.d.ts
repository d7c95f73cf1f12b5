/** The provider's configuration. */
import type { Infer, Shape } from "../property/infer.js";
import type { Properties } from "../property/shape.js";
import type { Configured, configuredBrand } from "./configured.js";
import type { ConfigDefinition } from "./definitions.js";
import { Noted } from "./note.js";
/** A configuration. Made by {@link config}; `C` is what hooks get by `cx.config`. */
export declare class Config<out C> extends Noted implements Configured<C> {
    readonly [configuredBrand]: C;
    readonly properties: Properties;
    readonly definition: ConfigDefinition<any, any>;
    constructor(properties: Properties, definition: ConfigDefinition<any, any>);
}
/**
 * The provider's configuration: `const Settings = config({ serverUrl: string() })`. Hooks get it by
 * `cx.config(Settings)`.
 */
export declare function config<const S extends Shape, C = Infer<S>>(settings: S, definition?: ConfigDefinition<S, C>): Config<C>;
