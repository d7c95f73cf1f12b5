/** Secrets that the host sends with requests, and hides from the provider. */
import type { Credential } from "./net.js";
import type { ProviderDefinition } from "./provider.js";
/** The names of the configuration values that only the host gets. */
export declare function hostOnlyOf({ net }: ProviderDefinition): ReadonlySet<string>;
/** The name of the setting with the secret. */
export declare function secretOf(credential: Credential): string;
/** Makes reading a required value fail if only the host has it. Copies of the settings lack the value. */
export declare function refuseReading(settings: Record<string, unknown>, name: string): void;
