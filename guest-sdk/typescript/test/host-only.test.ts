/** Credentials that only the host gets. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { config, type Net, provider, resource, string } from "../src/index.js";
import { TestProvider } from "../src/testing.js";
import type { JsonObject } from "../src/value/json.js";

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
    configure: (settings) => ({ password: () => settings.password }),
  },
);

const User = resource("User", {
  inputs: { name: string() },
  outputs: { readBy: string() },
  create({ inputs: { name } }, cx) {
    const settings = cx.config(Settings);
    assert.equal(settings.spare, undefined);
    return { id: name, outputs: { readBy: name === "curious" ? cx.client(Settings).password() : settings.username } };
  },
});

const made = (): TestProvider =>
  new TestProvider(
    provider({
      config: Settings,
      resources: [User],
      net: [
        { host: Settings.ref("server"), credential: { basic: [Settings.ref("username"), Settings.ref("password")], hostOnly: true } },
        { host: "b.example", credential: { bearer: Settings.ref("token"), hostOnly: true } },
        { host: "c.example", credential: { header: "x-spare", value: Settings.ref("spare"), hostOnly: true } },
        { host: "tls.example", tls: { certificate: Settings.ref("certificate"), key: Settings.ref("key"), hostOnly: true } },
      ],
    }),
    { config: { server: "https://a.example", username: "ada", password: "hunter2", token: "t", spare: "s", certificate: "c", key: "k" } },
  );

test("what is required and for the host alone is required in the schema alone", () => {
  const acme = made();
  const { requiredInputs } = (acme.describe()["schema"] as JsonObject)["provider"] as { requiredInputs: string[] };
  assert.deepEqual(
    ["password", "token", "key", "spare"].map((name) => requiredInputs.includes(name)),
    [true, true, true, false],
  );
  assert.deepEqual(acme.create(User, { name: "one" }).outputs, { name: "one", readBy: "ada" });
  const shown = JSON.stringify({ server: "s", username: "nobody", certificate: "c" });
  const context = { urn: "", token: "", name: "", preview: true, timeLeftMs: 1000, extra: "{}" };
  const { failures } = acme.lifecycle.checkConfig({ context, config: shown });
  assert.deepEqual(failures.map(({ property, reason }) => [property, reason]), [["username", "is nobody"]]);
});

test("reading what is for the host alone says where it is", () => {
  assert.throws(() => made().create(User, { name: "curious" }), /`password` of the configuration is for the host alone, which sends it with requests/);
});

test("a reference names a value of the provider's own configuration", () => {
  const Other = config({ url: string(), token: string().secret() });
  const tell = (net: Net): string => {
    try {
      new TestProvider(provider({ config: Settings, net: [net] }));
      return "";
    } catch (error) {
      return (error as Error).message;
    }
  };
  assert.match(tell({ host: Other.ref("url") }), /`host` in `net` refers to `url` of a configuration that is not the `config` of the provider/);
  assert.match(tell({ host: "config:server" }), /the host `config:server` in `net` is a text: write `Settings\.ref\("server"\)`/);
  assert.match(tell({ host: "a.example", credential: { bearer: "token" as never } }), /`bearer` in `net` is not a reference: write `Settings\.ref\("…"\)`/);
  // @ts-expect-error: a name that is not in the configuration.
  assert.match(tell({ host: Settings.ref("sever") }), /refers to `sever`, which is not in the configuration/);
});
