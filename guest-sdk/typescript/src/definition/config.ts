/** The provider's configuration. */

import type { Infer, Shape } from "../property/infer.js";
import type { Properties } from "../property/shape.js";
import type { Configured, configuredBrand } from "./configured.js";
import type { ConfigDefinition } from "./definitions.js";
import { Noted } from "./note.js";

/** A configuration. Made by {@link config}; `C` is what hooks get by `cx.config`. */
export class Config<out C> extends Noted implements Configured<C> {
  declare readonly [configuredBrand]: C;
  readonly properties: Properties;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly definition: ConfigDefinition<any, any>;

  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  constructor(properties: Properties, definition: ConfigDefinition<any, any>) {
    super();
    this.properties = properties;
    this.definition = definition;
  }
}

/**
 * The provider's configuration: `const Settings = config({ serverUrl: string() })`. Hooks get it by
 * `cx.config(Settings)`.
 */
export function config<const S extends Shape, C = Infer<S>>(settings: S, definition: ConfigDefinition<S, C> = {}): Config<C> {
  return new Config<C>(settings as unknown as Properties, definition);
}
