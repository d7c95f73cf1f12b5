/** Tests of the hooks, without a component: `npm test`. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { TestProvider } from "pulumi-wasm-provider/testing";
import greetings, { Greeting } from "../src/index.js";

test("somebody is greeted", () => {
  const made = new TestProvider(greetings).create(Greeting, { name: "World", salutation: "Hello" });
  assert.equal(made.outputs["message"], "Hello, World!");
});
