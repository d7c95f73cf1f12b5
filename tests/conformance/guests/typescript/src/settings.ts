/** The provider's configuration. */

import { array, config, integer, isKnown, number, object, ProviderError, record, string } from "pulumi-wasm-provider";

/** Upper limits. */
export const Limits = object("Limits", {
  /** How many there may be. */
  most: integer(),
  /** Limits by name. */
  byName: record(number()).optional(),
});

/** How the provider works. */
export const Settings = config(
  {
    /** Where everything is. */
    region: string(),
    /** The number of attempts. */
    retries: integer().default(3),
    /** Texts. */
    labels: array(string()).optional(),
    /** An object. */
    limits: Limits.optional(),
    /** The access token. */
    token: string().secret().optional(),
    /** From the environment. */
    word: string().env("CONFORMANCE_WORD").optional(),
    /** The address of a server. */
    serverUrl: string().optional(),
    /** The realm. A change replaces the provider. */
    realm: string().replace().optional(),
    /** The error that `configure` returns. */
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

/** The configuration that the provider received. */
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
  /** The banner that `configure` made. */
  banner: string(),
};
