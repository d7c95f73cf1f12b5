/** The provider as a whole. */

import type { JsonObject } from "../value/json.js";
import type { Config } from "./config.js";
import type { Component } from "./component.js";
import type { Package } from "./definitions.js";
import type { Env, Net } from "./net.js";
import type { ProviderFunction } from "./function.js";
import type { Method } from "./method.js";
import { Noted } from "./note.js";
import type { Resource } from "./resource.js";

/** The author's options for the provider as a whole. Missing ones come from `package.json`. */
export interface ProviderDefinition {
  /** The package's name. */
  readonly name?: string;
  /** A semantic version. */
  readonly version?: string;
  readonly description?: string;
  readonly homepage?: string;
  readonly repository?: string;
  readonly license?: string;
  /** For people and registries. */
  readonly displayName?: string;
  readonly publisher?: string;
  readonly namespace?: string;
  readonly attribution?: string;
  readonly logoUrl?: string;
  readonly pluginDownloadUrl?: string;
  readonly keywords?: readonly string[];
  /** Information for generators of SDKs. */
  readonly language?: JsonObject;
  /** The answers of `GetMapping` to converters. */
  readonly mappings?: readonly { readonly key: string; readonly provider?: string; readonly data: string }[];
  /** The addresses that it wants to reach. */
  readonly net?: readonly (string | Net)[];
  /** Variables that it wants to read, beside those that properties name. */
  readonly env?: readonly (string | Env)[];
  readonly config?: Config;
  readonly resources?: readonly Resource[];
  readonly functions?: readonly ProviderFunction[];
  readonly components?: readonly Component[];
  readonly methods?: readonly Method[];
  /**
   * The packages whose resources the components declare and look up, with their versions, as in `{ random: "4.18.0", aws: {} }`. In a
   * deployment a component acts with the credentials of every provider of the stack, so the host refuses all others.
   */
  readonly packages?: Readonly<Record<string, string | Package>>;
}

/** The values of `package.json` for options that the definition lacks. */
export type PackageFacts = Pick<ProviderDefinition, "name" | "version" | "description" | "homepage" | "repository" | "license">;

/** A provider. Made by {@link provider}. */
export class Provider extends Noted {
  readonly definition: ProviderDefinition;

  constructor(definition: ProviderDefinition) {
    super();
    this.definition = definition;
  }
}

/** The provider, which is the default export of the source that `package.json` names. */
export function provider(definition: ProviderDefinition): Provider {
  return new Provider(definition);
}
