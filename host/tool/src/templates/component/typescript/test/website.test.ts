/** Tests of the hooks, without a component: `npm test`. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { TestProvider } from "pulumi-wasm-provider/testing";
import websites, { Website } from "../src/index.js";

test("the page is in the folder", () => {
  const { registrations } = new TestProvider(websites).construct(Website, { title: "Hello" }, { name: "docs" });
  const page = registrations.find(({ name }) => name === "docs-page");
  assert.deepEqual(page?.inputs, { path: "docs-folder_id/index.html", text: "<h1>Hello</h1>" });
});
