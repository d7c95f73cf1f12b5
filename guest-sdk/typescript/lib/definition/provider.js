/** The provider as a whole. */
import { Noted } from "./note.js";
/** A provider. Made by {@link provider}. */
export class Provider extends Noted {
    definition;
    constructor(definition) {
        super();
        this.definition = definition;
    }
}
/** The provider, which is the default export of the source that `package.json` names. */
export function provider(definition) {
    return new Provider(definition);
}
