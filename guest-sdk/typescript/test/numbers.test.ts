/** Whole numbers as texts, the properties of a lookup, and the deployment of a call. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { array, AwaitFailedError, config, exactInteger, integer, json, provider, ProviderError, resource, string } from "../src/index.js";
import { InvalidError } from "../src/errors.js";
import { running } from "../src/property/builders.js";
import { TestProvider } from "../src/testing.js";
import type { Json, JsonObject } from "../src/value/json.js";

const SIZE = 18446744073709551615n;

const Volume = resource("Volume", {
  inputs: {
    size: exactInteger(),
    spare: exactInteger().default(7n).secret(),
    sizes: array(exactInteger()).optional(),
    region: string().default("north").stateInput(),
  },
  outputs: { next: exactInteger(), place: string().stateInput(), count: integer().optional() },
  create({ inputs: { size, spare } }, cx) {
    if (size === 3n) throw new AwaitFailedError("not ready");
    return { id: "volume", outputs: { next: size + 1n, place: `${cx.project}/${cx.stack}/${spare}` } };
  },
  read: ({ old }) => old && { state: { ...old, count: 2 ** 60 } },
});

const all = provider({ name: "test", config: config({ region: string().replace() }), resources: [Volume] });
const made = (): TestProvider => new TestProvider(all, { config: { region: "r" } });
const member = (value: Json | undefined, ...names: string[]): Json | undefined =>
  names.reduce<Json | undefined>((found, name) => (found as JsonObject)[name], value);

test("exact integers are texts with a rule", () => {
  const manifest = made().describe();
  const volume = member(manifest, "schema", "resources", "test:index:Volume");
  assert.deepEqual(member(volume, "inputProperties", "size"), { type: "string" });
  assert.deepEqual(member(volume, "inputProperties", "spare"), { type: "string", secret: true, default: "7" });
  const digits = { pattern: "^(0|-?[1-9][0-9]*)$", patternReason: "the digits of a whole number", maxLength: 1000 };
  const rules = member(manifest, "resources", "test:index:Volume", "properties");
  assert.deepEqual(rules, { size: digits, spare: digits, sizes: { items: digits } });
});

test("exact integers keep all digits", () => {
  const { outputs } = made().create(Volume, { size: String(SIZE), region: "r" });
  assert.equal(outputs["size"], String(SIZE));
  assert.equal(outputs["next"], "18446744073709551616");
  const property = running(exactInteger());
  for (const wrong of ["007", "+7", "1e3", "", "-", "-0", " 7", "\u0663", "1".repeat(1001)]) {
    assert.throws(() => property.decode(wrong, "p", "plain"), (error) => error instanceof InvalidError && /must be the digits/.test(error.message), wrong);
  }
  assert.throws(() => property.encode(7, "p", "plain"), /expected a bigint, found a number/);
});

test("the schema says what a lookup takes, and what replaces the provider", () => {
  const { schema } = made().describe() as { schema: JsonObject };
  const expected = { properties: { region: { type: "string" }, place: { type: "string" } }, type: "object" };
  assert.deepEqual(member(schema, "resources", "test:index:Volume", "stateInputs"), expected);
  assert.deepEqual(member(schema, "provider", "inputProperties", "region"), { type: "string", replaceOnChanges: true });
  const Blind = resource("Blind", { inputs: { region: string().stateInput() }, create: () => ({ id: "x" }) });
  assert.throws(() => new TestProvider(provider({ name: "test", resources: [Blind] })).describe(), /has properties with `stateInput` but no `read`/);
  const Settings = config({ region: string().stateInput() });
  assert.throws(() => new TestProvider(provider({ name: "test", config: Settings, resources: [Volume] })).describe(), /is a `stateInput`, which/);
});

test("a call knows the deployment, and a thing may not become ready", () => {
  assert.equal(made().create(Volume, { size: "1", region: "r" }).outputs["place"], "test/test/7");
  const context = { urn: "", token: "test:index:Volume", name: "", preview: false, timeLeftMs: 1000, extra: "{}" };
  const create = (size: string) => made().lifecycle.create({ context, inputs: JSON.stringify({ size, region: "r" }) });
  assert.equal((JSON.parse(create("1").outputs) as JsonObject)["place"], "undefined/undefined/7");
  const failure = { tag: "await-failed", val: { message: "not ready", extra: "{}" } };
  assert.throws(() => create("3"), (error) => (assert.deepEqual(error, failure), true));
});

test("an answer that cannot be recorded is an orderly error where nothing changes", () => {
  const { outputs } = made().create(Volume, { size: "1", region: "r" });
  const refused = (error: unknown): boolean => error instanceof ProviderError && error.name === "other" && /cannot be recorded: count: .* too large/.test(error.message);
  assert.throws(() => made().read(Volume, "volume", { inputs: {}, outputs }), refused);
});

test("a whole number of any value is exact, or refused", () => {
  const any = running(json());
  const exact = { a: [2 ** 53, -(2 ** 53), 1.5e300 / 3e300, 0.1] };
  assert.deepEqual(any.encode(exact, "p", "plain"), exact);
  // As JavaScript reads 2961068737224365485.
  assert.throws(() => any.encode({ id: [2961068737224365600] }, "p", "plain"), /p\.id\[0\]: 2961068737224365600 is too large to be exact.*give such a number as a string/);
});
