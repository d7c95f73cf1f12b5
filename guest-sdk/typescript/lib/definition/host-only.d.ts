/** Secrets that the host sends with requests, and does not give to the provider. */
import type { Credential } from "./net.js";
import type { ProviderDefinition } from "./provider.js";
/** The names of the values of the configuration that the host keeps to itself. */
export declare function hostOnlyOf({ net }: ProviderDefinition): ReadonlySet<string>;
/** The name of the setting with the secret. */
export declare function secretOf(credential: Credential): string;
/** Lets the reading of a required value that only the host has fail with an error. Copies of the settings lack the value. */
export declare function refuseReading(settings: Record<string, unknown>, name: string): void;
