/** The forms in which values cross the interface. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { array, asset, boolean, discriminatedUnion, enumOf, integer, json, number, object, record, reference, running, string, union } from "../src/property/builders.js";
import { InvalidError } from "../src/errors.js";
import { Asset } from "../src/value/asset.js";
import { ResourceReference } from "../src/value/reference.js";
import { Secret, secret, UNKNOWN } from "../src/value/special.js";
import { print } from "../src/value/print.js";
import type { Json } from "../src/value/json.js";
import type { AnyProperty } from "../src/property/typed.js";
import type { Mode } from "../src/property/property.js";
import * as wire from "../src/value/wire.js";

const SIGNATURE = "4dabf18193072939515e22adb298388d";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";
const hidden = (value: Json): Json => ({ [SIGNATURE]: SECRET, value });
const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

const decode = (property: AnyProperty, value: Json | undefined, mode: Mode = "plain"): unknown => running(property).decode(value, "p", mode);
const encode = (property: AnyProperty, value: unknown, mode: Mode = "plain"): unknown => running(property).encode(value, "p", mode);
const refused = (call: () => unknown, property: string, reason: RegExp): void => {
  assert.throws(call, (error) => error instanceof InvalidError && error.failures[0]?.property === property && reason.test(error.failures[0].reason));
};

test("a value goes there and back", () => {
  const Disk = object("Disk", { size: integer(), label: string().optional() });
  const samples: [AnyProperty, Json, unknown][] = [
    [string(), "text", "text"],
    [boolean(), false, false],
    [number(), 1.5, 1.5],
    [array(string()), ["a", "b"], ["a", "b"]],
    [record(number()), { "a.b": 1 }, { "a.b": 1 }],
    [Disk, { size: 3 }, { size: 3 }],
    [json(), { a: [null, 1, { b: "c" }] }, { a: [null, 1, { b: "c" }] }],
    [enumOf("Port", { Http: 80, Https: 443 }), 443, 443],
    [union(string(), Disk), { size: 1, label: "x" }, { size: 1, label: "x" }],
    [discriminatedUnion("kind", { disk: Disk }), { kind: "disk", size: 1 }, { kind: "disk", size: 1 }],
  ];
  for (const [property, wired, value] of samples) {
    assert.deepEqual(decode(property, wired), value);
    assert.deepEqual(encode(property, value), wired);
  }
});

test("what is absent is another thing than null, unless the property is optional", () => {
  assert.equal(decode(string().optional(), undefined), undefined);
  assert.equal(decode(string().optional(), null), undefined);
  assert.equal(decode(string().default("x"), undefined), "x");
  refused(() => decode(string(), undefined), "p", /is required/);
  refused(() => decode(string(), null), "p", /expected a string, found null/);
  refused(() => decode(string().env("TOKEN"), undefined), "p", /environment variable `TOKEN`/);
});

test("a secret is unwrapped, except where the property asks for the wrapper", () => {
  assert.equal(decode(string(), hidden("x")), "x");
  assert.deepEqual(decode(array(string()), [hidden("x")]), ["x"]);
  const aware = decode(string().secretAware(), hidden("x"));
  assert.ok(aware instanceof Secret);
  assert.equal(aware.value, "x");
  assert.equal(String(aware), "[secret]");
  assert.throws(() => JSON.stringify(aware), TypeError);
  assert.deepEqual(encode(string(), secret("x")), hidden("x"));
  assert.equal(wire.containsSecret({ a: [hidden(1)] }), true);
  assert.deepEqual(wire.reveal({ a: [hidden({ b: hidden(1) })] }), { a: [{ b: 1 }] });
});

test("an unknown value is distinct, and appears only where it is allowed", () => {
  assert.equal(decode(string(), unknown, "draft"), UNKNOWN);
  assert.deepEqual(decode(array(string()), ["a", unknown], "draft"), ["a", UNKNOWN]);
  refused(() => decode(array(string()), ["a", unknown]), "p[1]", /not known yet/);
  refused(() => encode(string(), UNKNOWN), "p", /only a preview/);
  assert.equal(encode(string(), UNKNOWN, "preview"), unknown);
});

test("what does not fit is refused with its path", () => {
  const Rule = object("Rule", { ports: array(integer()) });
  refused(() => decode(Rule, { ports: [1, 1.5] }), "p.ports[1]", /whole number, found 1.5/);
  refused(() => decode(record(string()), { "a.b": 1 }), 'p["a.b"]', /expected a string, found a number/);
  refused(() => encode(number(), Number.NaN), "p", /NaN is not a number that Pulumi can hold/);
  refused(() => encode(integer(), 2 ** 53 + 2), "p", /too large/);
  refused(() => encode(string(), undefined), "p", /has no value/);
  refused(() => decode(enumOf("Size", { Small: "s" }), "x"), "p", /expected one of `s`, found `x`/);
  refused(() => decode(discriminatedUnion("kind", { rule: Rule }), { kind: "x" }), "p.kind", /expected one of `rule`/);
});

test("assets and references keep what they came with", () => {
  const wired = wire.signed("asset", { hash: "abc", handle: 3 });
  const found = decode(asset(), wired);
  assert.ok(found instanceof Asset);
  assert.equal(found.hash, "abc");
  assert.deepEqual(encode(asset(), found), wired);
  assert.deepEqual(encode(asset(), Asset.of("text")), wire.signed("asset", { text: "text" }));
  const resource = wire.signed("resource", { urn: "urn:x", id: "1", packageVersion: "2" });
  const referred = decode(reference(), resource);
  assert.ok(referred instanceof ResourceReference);
  assert.deepEqual([referred.urn, referred.id], ["urn:x", "1"]);
  assert.deepEqual(encode(reference(), referred), resource);
});

test("numbers keep their sign, and texts are whole characters", () => {
  assert.equal(print({ a: [-0, 0, 1] }), '{"a":[-0.0,0,1]}');
  assert.equal(encode(string(), "a\ud800b"), "a\ufffdb");
});
