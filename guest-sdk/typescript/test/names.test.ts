/** Properties whose names each object of JavaScript inherits. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { component, config, func, json, type Json, method, object, provider, record, resource, string } from "../src/index.js";
import type { PlainProperty } from "../src/property/builders.js";
import { TestProvider } from "../src/testing.js";
import type { JsonObject } from "../src/value/json.js";

const NAMES = ["toString", "constructor", "hasOwnProperty", "valueOf", "isPrototypeOf", "toLocaleString"] as const;
type Name = (typeof NAMES)[number];
type Texts = Partial<Record<Name, unknown>>;

const optional = () => Object.fromEntries(NAMES.map((name) => [name, string().optional()])) as unknown as Record<Name, PlainProperty<string, "optional">>;
/** The properties that a hook gets. */
const seen = (values: object): unknown[] => NAMES.map((name) => (values as Texts)[name]);
const told = (values: unknown[]): Json => values.map((value) => (value as Json) ?? null);
const ABSENT = NAMES.map(() => undefined);

const Inner = object("Inner", optional());
const Settings = config(optional(), { configure: seen });

const Thing = resource("Thing", {
  inputs: { ...optional(), inner: Inner.optional(), any: json().optional(), texts: record(string()).optional() },
  outputs: { found: json().optional() },
  check({ inputs }, cx) {
    assert.deepEqual(seen(inputs), cx.name === "given" ? NAMES : ABSENT);
    if (cx.name === "set") (inputs as Texts).toString = "set";
  },
  create: ({ inputs }, cx) => ({ id: "one", outputs: { ...inputs, found: [told(seen(inputs)), told(cx.client(Settings))] } }),
  read: ({ old }) => old && { state: { ...old } },
  update: ({ old, inputs }) => {
    assert.deepEqual(seen(old), ABSENT);
    return { outputs: { ...inputs } };
  },
});

const look = func("look", {
  inputs: optional(),
  outputs: optional(),
  call(given) {
    assert.deepEqual(seen(given), ABSENT);
    return {} as never;
  },
});

const plain = () => Object.fromEntries(NAMES.map((name) => [name, string().optional().plain()])) as unknown as ReturnType<typeof optional>;

const Group = component("Group", {
  inputs: plain(),
  outputs: optional(),
  construct(inputs) {
    assert.deepEqual(seen(inputs), ABSENT);
    return {} as never;
  },
});

const ask = method(Group, "ask", {
  inputs: plain(),
  outputs: optional(),
  call(_self, inputs) {
    assert.deepEqual(seen(inputs), ABSENT);
    return {} as never;
  },
});

const tests = () => new TestProvider(provider({ config: Settings, resources: [Thing], functions: [look], components: [Group], methods: [ask] }), { config: {} });
const all: JsonObject = Object.fromEntries(NAMES.map((name) => [name, name]));

test("a property that is left out is undefined, though each object inherits its name", () => {
  const provided = tests();
  assert.deepEqual(provided.check(Thing, {}).failures, []);
  assert.deepEqual(provided.check(Thing, {}).inputs, {});
  const { outputs } = provided.create(Thing, {});
  const none = NAMES.map(() => null);
  assert.deepEqual(outputs, { found: [none, none] });
  assert.deepEqual(provided.update(Thing, "one", { inputs: {}, outputs: {} }, {}), {});
  assert.deepEqual(provided.read(Thing, "one", { inputs: {}, outputs: {} })?.outputs, {});
  assert.deepEqual(provided.invoke(look), {});
  assert.deepEqual(provided.construct(Group, {}, { name: "group" }).outputs, {});
  assert.deepEqual(provided.call(ask, { urn: "urn:pulumi:test::test::test:index:Group::group", id: "" }).outputs, {});
});

test("a property with such a name has the value that it was given", () => {
  const provided = tests();
  assert.deepEqual(provided.create(Thing, { ...all, inner: all, any: all, texts: all }).outputs, {
    ...all,
    inner: all,
    any: all,
    texts: all,
    found: [[...NAMES], NAMES.map(() => null)],
  });
});

test("an inner object without such properties has none", () => {
  const { outputs } = tests().create(Thing, { inner: {}, any: {}, texts: {} });
  assert.deepEqual([outputs["inner"], outputs["any"], outputs["texts"]], [{}, {}, {}]);
});

test("the schema has such properties, and rules for none but them", () => {
  const described = JSON.stringify(tests().describe());
  for (const name of NAMES) assert.ok(described.includes(`"${name}":{"type":"string"}`), name);
});
