/** The provider's configuration. */

import type { Infer, Shape } from "../property/infer.js";
import type { Properties } from "../property/shape.js";
import type { Configuration, configurationBrand } from "./configured.js";
import type { ConfigDefinition } from "./definitions.js";
import { Noted } from "./note.js";

/**
 * A configuration. Made by {@link config}. Hooks get its settings `T` by `cx.config`, and the result of its
 * `configure`, a `C`, by `cx.client`.
 */
export class Config<out T = unknown, out C = unknown> extends Noted implements Configuration<T, C> {
  declare readonly [configurationBrand]: readonly [T, C];
  readonly properties: Properties;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly definition: ConfigDefinition<any, any>;

  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  constructor(properties: Properties, definition: ConfigDefinition<any, any>) {
    super();
    this.properties = properties;
    this.definition = definition;
  }

  /** A reference to a value of the configuration, for `net` of the provider: `{ host: Settings.ref("url") }`. */
  ref(name: keyof T & string): ConfigReference {
    return new ConfigReference(this, name);
  }
}

/** A reference to a configuration value. Made by `ref` of the configuration. */
export class ConfigReference {
  readonly config: Config;
  readonly name: string;

  /** Use `ref` of a configuration. */
  constructor(config: Config, name: string) {
    this.config = config;
    this.name = name;
  }
}

/**
 * The provider's configuration: `const Settings = config({ serverUrl: string() })`. Hooks get the settings by
 * `cx.config(Settings)`, and the result of `configure` by `cx.client(Settings)`.
 */
export function config<const S extends Shape, C = undefined>(settings: S, definition: ConfigDefinition<S, C> = {}): Config<Infer<S>, C> {
  return new Config<Infer<S>, C>(settings as unknown as Properties, definition);
}
