/** Users of a server, whose credentials the host withholds from the provider. */

import { config, provider, ProviderError, resource, string } from "pulumi-wasm-provider";

/** The server and its credentials. */
const Settings = config(
  {
    server: string(),
    username: string(),
    password: string().secret(),
    token: string().secret().credential({ as: "bearer", host: "b.example", withhold: true }),
    spare: string().secret().credential({ as: "bearer", host: "c.example", withhold: true }).optional(),
    certificate: string(),
    key: string().secret(),
  },
  {
    check(settings, cx) {
      if (settings.username === "nobody") cx.fail("username", "is nobody");
    },
  },
);

/** Whether a value cannot be read. */
function isWithheld(settings: object, name: string): boolean {
  try {
    void (settings as Record<string, unknown>)[name];
    return false;
  } catch {
    return true;
  }
}

/** A user of the server. */
const User = resource("User", {
  inputs: { name: string() },
  outputs: { readBy: string() },
  create({ name }, cx) {
    const settings = cx.config(Settings);
    const read = ["password", "token", "key"].filter((secret) => !isWithheld(settings, secret));
    if (read.length > 0 || settings.spare !== undefined) throw new ProviderError(`the provider has ${read.join(", ")}`);
    return { id: name, outputs: { readBy: settings.username } };
  },
});

export default provider({
  config: Settings,
  resources: [User],
  net: [
    { host: "config:server", credential: { basic: "password", userConfig: "username", withhold: true } },
    { host: "tls.example", tls: { certificate: "certificate", key: "key", withhold: true } },
  ],
});
