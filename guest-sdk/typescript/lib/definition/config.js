/** The provider's configuration. */
import { Noted } from "./note.js";
/** A configuration. Made by {@link config}; `C` is what hooks get by `cx.config`. */
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
}
/**
 * The provider's configuration: `const Settings = config({ serverUrl: string() })`. Hooks get it by
 * `cx.config(Settings)`.
 */
export function config(settings, definition = {}) {
    return new Config(settings, definition);
}
