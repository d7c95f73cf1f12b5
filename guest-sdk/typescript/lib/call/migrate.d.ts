/** Migrates state that older versions of a provider recorded. */
import type { JsonObject } from "../value/json.js";
/** Properties of an older version. The step knows their types. */
export type OldProperties = Record<string, any>;
/**
 * Recorded inputs and outputs during a migration. If a call knows only one of the two, the helpers change only that
 * one. Missing properties are not a mistake. A secret stays a secret.
 */
export declare class OldState {
    #private;
    /** Internal to this package. */
    constructor(inputs: JsonObject | undefined, outputs: JsonObject | undefined);
    /** The present properties. Internal to this package. */
    _parts(): {
        readonly inputs: JsonObject | undefined;
        readonly outputs: JsonObject | undefined;
    };
    /** Gives a property another name, in inputs and outputs. */
    rename(old: string, name: string): void;
    /** Removes a property from inputs and outputs. */
    remove(name: string): void;
    /** Sets a property that has no value, in inputs and outputs. */
    setDefault(name: string, value: unknown): void;
    /** Changes a property's value, in inputs and outputs. `change` sees the value inside a secret. */
    map(name: string, change: (value: any) => unknown): void;
    /** Converts the old inputs to new inputs, if the call knows them. */
    convertInputs(change: (old: OldProperties) => object): void;
    /** Converts the old outputs to new outputs, if the call knows them. */
    convertOutputs(change: (old: OldProperties) => object): void;
}
