/** The provider's configuration. */
import { Noted } from "./note.js";
/**
 * A configuration. Made by {@link config}. Hooks get its settings `T` by `cx.config`, and the result of its
 * `configure`, a `C`, by `cx.client`.
 */
export class Config extends Noted {
    properties;
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    definition;
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    constructor(properties, definition) {
        super();
        this.properties = properties;
        this.definition = definition;
    }
    /** A reference to a value of the configuration, for `net` of the provider: `{ host: Settings.ref("url") }`. */
    ref(name) {
        return new ConfigReference(this, name);
    }
}
/** A reference to a configuration value. Made by `ref` of the configuration. */
export class ConfigReference {
    config;
    name;
    /** Use `ref` of a configuration. */
    constructor(config, name) {
        this.config = config;
        this.name = name;
    }
}
/**
 * The provider's configuration: `const Settings = config({ serverUrl: string() })`. Hooks get the settings by
 * `cx.config(Settings)`, and the result of `configure` by `cx.client(Settings)`.
 */
export function config(settings, definition = {}) {
    return new Config(settings, definition);
}
