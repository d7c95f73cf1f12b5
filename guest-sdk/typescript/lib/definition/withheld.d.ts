/** What the host sends with requests and keeps from the provider. */
import type { ProviderDefinition } from "./provider.js";
/** The names of the values of the configuration that the host keeps to itself. */
export declare function withheldOf({ net, config }: ProviderDefinition): ReadonlySet<string>;
/** Puts in the place of a required value that was withheld what says so when it is read. Copies of the whole do without it. */
export declare function refuseReading(settings: Record<string, unknown>, name: string): void;
