/** Credentials that the host keeps to itself. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { config, provider, resource, string, type TypeOf } from "../src/index.js";
import { TestProvider } from "../src/testing.js";
import type { JsonObject } from "../src/value/json.js";

const token = string().credential({ as: "bearer", host: "b.example", withhold: true });

const Settings = config(
  {
    server: string(),
    username: string(),
    password: string().secret(),
    token,
    spare: string().optional().credential({ as: "bearer", host: "c.example", withhold: true }),
    certificate: string(),
    key: string().secret(),
  },
  {
    check(settings, cx) {
      if (settings.username === "nobody") cx.fail("username", "is nobody");
    },
    configure: (settings) => ({ ...settings, password: () => settings.password }),
  },
);

const User = resource("User", {
  inputs: { name: string() },
  outputs: { readBy: string() },
  create({ name }, cx) {
    const settings = cx.config(Settings);
    assert.equal(settings.spare, undefined);
    return { id: name, outputs: { readBy: name === "curious" ? settings.password() : settings.username } };
  },
});

const made = (): TestProvider =>
  new TestProvider(
    provider({
      config: Settings,
      resources: [User],
      net: [
        { host: "config:server", credential: { basic: "password", userConfig: "username", withhold: true } },
        { host: "tls.example", tls: { certificate: "certificate", key: "key", withhold: true } },
      ],
    }),
    { config: { server: "https://a.example", username: "ada", password: "hunter2", token: "t", spare: "s", certificate: "c", key: "k" } },
  );

test("what is required and withheld is required in the schema alone", () => {
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

test("reading what is withheld says where it is", () => {
  assert.throws(() => made().create(User, { name: "curious" }), /`password` of the configuration is withheld: the host sends it with requests/);
});

test("the type of what is withheld says that there is no value", () => {
  const none: TypeOf<typeof token> = undefined;
  // @ts-expect-error: no text can be there.
  const text: TypeOf<typeof token> = "text";
  assert.notEqual(none, text);
});
