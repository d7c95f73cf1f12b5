/** Users of a server, whose credentials the host keeps from the provider. */

import { config, provider, ProviderError, resource, string } from "pulumi-wasm-provider";

/** The server and its credentials. */
const Settings = config(
  {
    server: string(),
    username: string(),
    password: string().secret(),
    token: string().secret(),
    spare: string().secret().optional(),
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
function isHostOnly(settings: object, name: string): boolean {
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
  create({ inputs: { name } }, cx) {
    const settings = cx.config(Settings);
    const read = ["password", "token", "key"].filter((secret) => !isHostOnly(settings, secret));
    if (read.length > 0 || settings.spare !== undefined) throw new ProviderError(`the provider has ${read.join(", ")}`);
    return { id: name, outputs: { readBy: settings.username } };
  },
});

export default provider({
  config: Settings,
  resources: [User],
  net: [
    { host: Settings.ref("server"), credential: { basic: [Settings.ref("username"), Settings.ref("password")], hostOnly: true } },
    { host: "tls.example", tls: { certificate: Settings.ref("certificate"), key: Settings.ref("key"), hostOnly: true } },
    { host: "b.example", reason: "where `token` is sent", credential: { bearer: Settings.ref("token"), hostOnly: true } },
    { host: "c.example", reason: "where `spare` is sent", credential: { bearer: Settings.ref("spare"), hostOnly: true } },
  ],
});
