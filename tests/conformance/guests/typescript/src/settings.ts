/** The provider's configuration. */

import { array, config, integer, isKnown, number, object, ProviderError, record, string } from "pulumi-wasm-provider";

/** What must not be exceeded. */
export const Limits = object("Limits", {
  /** How many there may be. */
  most: integer(),
  /** By whose name. */
  byName: record(number()).optional(),
});

/** How the provider works. */
export const Settings = config(
  {
    /** Where everything is. */
    region: string(),
    /** How often something is tried. */
    retries: integer().default(3),
    /** Texts. */
    labels: array(string()).optional(),
    /** An object. */
    limits: Limits.optional(),
    /** What lets us in. */
    token: string().secret().optional(),
    /** From the environment. */
    word: string().env("CONFORMANCE_WORD").optional(),
    /** The address of a server. */
    serverUrl: string().optional(),
    /** What world everything is in: another one is another provider. */
    realm: string().replace().optional(),
    /** With what `configure` fails. */
    refuse: string().optional(),
  },
  {
    check(settings, cx) {
      if (settings.region === "nowhere") cx.fail("region", "is no place");
      if (isKnown(settings.limits) && settings.limits !== undefined && settings.limits.most < 0) {
        cx.fail("limits.most", "must not be negative");
      }
    },
    configure(settings) {
      if (settings.refuse !== undefined) throw new ProviderError(settings.refuse);
      return `from ${settings.region}`;
    },
  },
);

/** What the provider was told. */
export const Configured = {
  /** As configured. */
  region: string(),
  /** As configured, or the default. */
  retries: integer(),
  /** As configured. */
  labels: array(string()).optional(),
  /** As configured. */
  limits: Limits.optional(),
  /** How long the token is. */
  tokenLength: integer(),
  /** As configured, or from the environment. */
  word: string().secret().optional(),
  /** What `configure` made of it. */
  banner: string(),
};
