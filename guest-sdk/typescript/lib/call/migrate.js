/** Migrates state that older versions of a provider recorded. */
import { anything } from "../property/kinds.js";
import { own } from "../value/own.js";
import * as wire from "../value/wire.js";
/**
 * Recorded inputs and outputs during a migration. If a call knows only one of the two, the helpers change only that
 * one. Missing properties are not a mistake. A secret stays a secret.
 */
export class OldState {
    #inputs;
    #outputs;
    /** Internal to this package. */
    constructor(inputs, outputs) {
        this.#inputs = inputs;
        this.#outputs = outputs;
    }
    /** The present properties. Internal to this package. */
    _parts() {
        return { inputs: this.#inputs, outputs: this.#outputs };
    }
    #maps() {
        return [this.#inputs, this.#outputs].filter((map) => map !== undefined);
    }
    /** Gives a property another name, in inputs and outputs. */
    rename(old, name) {
        for (const map of this.#maps()) {
            const value = own(map, old);
            if (value === undefined)
                continue;
            delete map[old];
            map[name] = value;
        }
    }
    /** Removes a property from inputs and outputs. */
    remove(name) {
        for (const map of this.#maps())
            delete map[name];
    }
    /** Sets a property that has no value, in inputs and outputs. */
    setDefault(name, value) {
        for (const map of this.#maps()) {
            const found = own(map, name);
            if (found === undefined || wire.isNull(found))
                map[name] = anything(value, name, "plain");
        }
    }
    /** Changes a property's value, in inputs and outputs. `change` sees the value inside a secret. */
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    map(name, change) {
        for (const map of this.#maps()) {
            const old = own(map, name);
            if (old === undefined || wire.open(old) === undefined)
                continue;
            const value = anything(change(wire.reveal(old)), name, "plain");
            map[name] = wire.containsSecret(old) ? wire.secret(value) : value;
        }
    }
    /** Converts the old inputs to new inputs, if the call knows them. */
    convertInputs(change) {
        if (this.#inputs !== undefined)
            this.#inputs = converted(this.#inputs, change);
    }
    /** Converts the old outputs to new outputs, if the call knows them. */
    convertOutputs(change) {
        if (this.#outputs !== undefined)
            this.#outputs = converted(this.#outputs, change);
    }
}
/**
 * Plain values do not show which of them were secrets. So a property that was a secret stays a secret. If the name of
 * a secret is gone, any new property may hold its value, so each new name becomes a secret.
 */
function converted(old, change) {
    const revealed = wire.reveal(old);
    const next = anything(change(revealed), "", "plain");
    const isSecret = (name) => wire.containsSecret(own(old, name) ?? null);
    const oneIsGone = Object.keys(old).some((name) => isSecret(name) && !Object.hasOwn(next, name));
    const mark = ([name, value]) => {
        const before = own(old, name);
        if (before !== undefined && JSON.stringify(wire.reveal(before)) === JSON.stringify(value))
            return [name, before];
        return [name, isSecret(name) || (before === undefined && oneIsGone) ? wire.secret(value) : value];
    };
    return Object.fromEntries(Object.entries(next).map(mark));
}
