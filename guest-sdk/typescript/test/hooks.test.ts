/** Requests and results of hooks. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { array, integer, isKnown, pending, provider, resource, string, UNKNOWN } from "../src/index.js";
import { FakeHost, TestProvider, wire } from "../src/testing.js";
import type { JsonObject } from "../src/value/json.js";

const Shelf = resource("Shelf", {
  inputs: { label: string().replace(), books: array(string()).optional(), size: integer().optional() },
  outputs: { place: string().optional() },
  query: { prefix: string().default("") },
  diff(diff) {
    if (diff.inputs.size === 0) diff.ignore("size");
    if (diff.differs("label")) diff.deleteBeforeReplace = true;
  },
  create: ({ inputs }, cx) => ({ id: inputs.label, outputs: { place: String(cx.random(4).length) } }),
  previewCreate: ({ inputs, outputs }) => (inputs.label === UNKNOWN ? undefined : { outputs: { place: `at ${inputs.label}, ${isKnown(outputs.books)}` } }),
  update: ({ inputs }) => ({ outputs: { place: inputs.label }, refreshBeforeUpdate: inputs.size === 9 }),
  previewUpdate: ({ old }) => ({ outputs: { place: old.place, size: UNKNOWN } }),
  list({ query, limit, pageSize, continuationToken }) {
    const all = ["art-1", "art-2", "law-1"].filter((id) => id.startsWith(query.prefix));
    const from = Number(continuationToken ?? 0);
    const to = from + Math.min(limit ?? 9, pageSize ?? 9);
    return { resources: all.slice(from, to).map((id) => ({ id, name: `Shelf ${id}` })), continuationToken: to < all.length ? String(to) : undefined };
  },
});
const made = (): TestProvider => new TestProvider(provider({ resources: [Shelf] }));

test("the outputs of a preview hook replace the host's", () => {
  assert.deepEqual(made().create(Shelf, { label: "a", books: ["b"] }, { preview: true }).outputs, { label: "a", books: ["b"], place: "at a, true" });
  assert.deepEqual(made().create(Shelf, { label: wire.unknown() }, { preview: true }).outputs, { label: wire.unknown() });
  const old = { inputs: { label: "a" }, outputs: { label: "a", place: "p" } };
  assert.deepEqual(made().update(Shelf, "a", old, { label: wire.secret("b") }, { preview: true }), { label: wire.secret("b"), place: "p", size: wire.unknown() });
});

test("a result asks for a refresh", () => {
  const { lifecycle } = made();
  const context = { urn: "", token: "test:index:Shelf", name: "", preview: false, timeLeftMs: 1000, extra: "{}" };
  const update = (size: number) => lifecycle.update({ context, id: "a", oldInputs: '{"label":"a"}', oldOutputs: '{"label":"a"}', oldViews: [], inputs: JSON.stringify({ label: "a", size }) });
  assert.deepEqual([update(1).refreshBeforeUpdate, update(9).refreshBeforeUpdate], [false, true]);
});

test("a test sees the differences that a hook leaves, and pages of a list", () => {
  const compare = (old: JsonObject, inputs: JsonObject) => made().diff(Shelf, "a", { inputs: old, outputs: old }, inputs);
  assert.deepEqual(compare({ label: "a", books: ["x", "y"], size: 1 }, { label: "b", books: ["x", "z", "w"], size: 0 }), {
    differences: [
      { path: "label", change: "changed", replaces: true },
      { path: "books[1]", change: "changed", replaces: false },
      { path: "books[2]", change: "added", replaces: false },
    ],
    deleteBeforeReplace: true,
  });
  assert.deepEqual(compare({ label: "a", size: 1 }, { label: "a" }), { differences: [{ path: "size", change: "removed", replaces: false }], deleteBeforeReplace: false });
  const { differences } = made().diff(Shelf, "a", { inputs: { label: { a: 1 } }, outputs: { label: { a: 1 } } }, { label: "04da6b54-80e4-46f7-96ec-b56ff0331ba9" });
  assert.deepEqual(differences, [{ path: "label", change: "changed", replaces: true }]);
  const provided = made();
  const first = provided.list(Shelf, {}, { pageSize: 2 });
  assert.deepEqual(first, { resources: [{ id: "art-1", name: "Shelf art-1" }, { id: "art-2", name: "Shelf art-2" }], continuationToken: "2" });
  assert.deepEqual(provided.list(Shelf, {}, { pageSize: 2, continuationToken: "2" }), { resources: [{ id: "law-1", name: "Shelf law-1" }], continuationToken: undefined });
  assert.deepEqual(provided.list(Shelf, { prefix: "art" }, { limit: 1 }).resources.length, 1);
});

test("a read returns its state, or inputs beside outputs", () => {
  const Wrong = resource("Wrong", { inputs: { label: string() }, create: () => ({ id: "x" }), read: (() => ({ outputs: { label: "a" } })) as never });
  assert.throws(() => new TestProvider(provider({ resources: [Wrong] })).read(Wrong, "x"), /`read` returned neither a `state` nor `inputs`\nhint: return `\{ state: \{ … \} \}`/);
});

test("an unknown value is not lost in JSON, and has no text", () => {
  const Written = resource("Written", {
    inputs: { name: string(), disks: array(string()).optional() },
    check({ inputs }, cx) {
      cx.info(inputs.name);
      console.info({ name: inputs.name });
      if (cx.name === "text") String.prototype.concat.call("", inputs.name as never);
      inputs.name = JSON.stringify({ "a.b": inputs.disks ?? [] });
    },
    create: () => ({ id: "x" }),
  });
  const host = new FakeHost();
  const { lifecycle } = new TestProvider(provider({ resources: [Written] }), { host });
  const check = (inputs: object, name = "") =>
    JSON.parse(lifecycle.check({ context: { urn: "", token: "test:index:Written", name, preview: true, timeLeftMs: 1000, extra: "{}" }, oldInputs: "{}", inputs: JSON.stringify(inputs) }).inputs) as { name: string };
  assert.equal(check({ name: "n", disks: ["x"] }).name, '{"a.b":["x"]}');
  assert.throws(() => check({ name: "n", disks: ["x", wire.unknown()] }), { val: { message: '`["a.b"][1]` is not known yet, so it cannot be written as JSON\nhint: ask `isKnown(…)` before', extra: "{}" } });
  host.messages.splice(0);
  assert.throws(() => check({ name: wire.unknown() }, "text"), { tag: "crashed" });
  assert.deepEqual(host.messages.map(({ message }) => message), ["[unknown]", "{ name: [unknown] }"]);
});

test("a wait counts its attempts, and ends after the last one", () => {
  const Slow = resource("Slow", {
    inputs: {},
    outputs: { seen: array(integer()) },
    create(_request, cx) {
      const seen: number[] = [];
      assert.throws(() => cx.wait({ every: 10, attempts: 3 }, (attempt) => pending(`attempt ${seen.push(attempt)}`)), { name: "TimedOutError", message: "still not ready after 3 attempts: attempt 3" });
      return { id: "slow", outputs: { seen } };
    },
  });
  const host = new FakeHost();
  assert.deepEqual(new TestProvider(provider({ resources: [Slow] }), { host }).create(Slow, {}).outputs["seen"], [1, 2, 3]);
});
