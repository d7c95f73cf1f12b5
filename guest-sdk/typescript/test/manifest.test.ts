/** The manifest of a provider, and mistakes in it. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { type Kind, unknownMembers } from "../src/describe/members.js";
import { array, boolean, component, config, discriminatedUnion, enumOf, func, integer, type Net, number, object, type PropertyOf, provider, record, reference, resource, string, union } from "../src/index.js";
import { TestProvider } from "../src/testing.js";
import { VERSION } from "../src/version.js";
import type { JsonObject } from "../src/value/json.js";

function manifestOf(definition: Parameters<typeof provider>[0]): JsonObject {
  return new TestProvider(provider(definition)).describe();
}

test("the version equals the package's version", () => {
  const found = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  assert.equal(VERSION, found.version);
});

test("traits and rules stand beside the schema", () => {
  const Size = enumOf("Size", { Small: "small", Large: { value: "XL", deprecated: "use two small ones" } });
  const Thing = resource("Thing", {
    inputs: {
      label: string().replace().pattern(/^[a-z/]+$/i, "letters"),
      tags: record(string().maxLength(5)).keyPattern("^x").compare("empty").optional(),
      hosts: array(string().compare("ignore-case", "trailing-dot")).compare("set").uniqueItems().optional(),
      size: Size.default("small"),
      password: string().writeOnly().env("THING_PASSWORD"),
    },
    outputs: { serial: integer().stable() },
    aliases: ["test:index:OldThing"],
    autoName: "label",
    importId: "{label}",
    deleteBeforeReplace: true,
    consistency: "error",
    concurrency: 4,
    constraints: [{ conflicts: ["tags", "hosts"] }],
    create: () => ({ id: "x", outputs: { serial: 1 } }),
    migrations: [() => undefined, () => undefined],
  });
  const Settings = config({ x: string(), t: string().secret(), a: string(), i: boolean(), p: string() });
  const net: Net = { host: Settings.ref("x"), credential: { bearer: Settings.ref("t"), hostOnly: true }, tls: { ca: Settings.ref("a"), insecure: Settings.ref("i") }, proxy: Settings.ref("p") };
  const manifest = manifestOf({ config: Settings, resources: [Thing], net: ["api.example.com", net] });
  assert.equal(manifest["manifest"], 1);
  assert.deepEqual((manifest["resources"] as JsonObject)["test:index:Thing"], {
    hooks: ["create", "migrate"],
    autoName: { property: "label" },
    importId: "{label}",
    deleteBeforeReplace: true,
    consistency: "error",
    concurrency: 4,
    stable: ["serial"],
    stateVersion: 2,
    properties: {
      label: { pattern: "(?i)^[a-z/]+$", patternReason: "letters" },
      tags: { keyPattern: "^x", compare: ["empty"], items: { maxLength: 5 } },
      hosts: { compare: ["set"], uniqueItems: true, items: { compare: ["ignore-case", "trailing-dot"] } },
      password: { writeOnly: true },
    },
    constraints: [{ conflicts: ["tags", "hosts"] }],
  });
  assert.deepEqual(manifest["permissions"], {
    net: [
      { host: "api.example.com", required: false, reason: "" },
      { host: "config:x", required: false, reason: "", credential: { as: "bearer", config: "t", hostOnly: true }, tls: { ca: "a", insecure: "i" }, proxy: "p" },
    ],
    env: [{ name: "THING_PASSWORD", required: false, reason: "default of `password`" }],
  });
  const schema = ((manifest["schema"] as JsonObject)["resources"] as JsonObject)["test:index:Thing"] as JsonObject;
  assert.deepEqual(schema["requiredInputs"], undefined);
  assert.deepEqual(schema["required"], ["label", "size", "serial"]);
  assert.deepEqual(schema["aliases"], [{ type: "test:index:OldThing" }]);
});

test("what the server chooses and what outputs are made of is in the manifest", () => {
  const Part = object("Part", { size: string().serverDefault() });
  const Thing = resource("Thing", {
    inputs: { host: string(), zone: string().serverDefault().replace(), part: Part.optional() },
    outputs: { url: string().dependsOn("host", "zone") },
    create: () => ({ id: "x", outputs: { url: "u" } }),
  });
  const manifest = manifestOf({ resources: [Thing] });
  const beside = (manifest["resources"] as JsonObject)["test:index:Thing"] as JsonObject;
  assert.deepEqual(beside["properties"], { zone: { serverDefault: true } });
  assert.deepEqual(beside["outputDependencies"], { url: ["host", "zone"] });
  assert.deepEqual(manifest["types"], { "test:index:Part": { properties: { size: { serverDefault: true } } } });
});

test("what the server cannot choose is told", () => {
  const Thing = resource("Thing", {
    inputs: { zone: string().serverDefault(), token: string().inputOnly().serverDefault(), host: string().dependsOn("zone") },
    outputs: { url: string().serverDefault(), link: string().dependsOn("hots") },
    create: () => ({ id: "x", outputs: { url: "u", link: "l" } }),
  });
  const reasons = [
    /`token` of `test:index:Thing` has a `serverDefault`, so it has to be an input that is recorded/,
    /`host` of `test:index:Thing` is set by the program/,
    /`url` of `test:index:Thing` has a `serverDefault`, so it has to be an input/,
    /`link` of `test:index:Thing` depends on `hots`, which is not one of its inputs/,
  ];
  for (const reason of reasons) assert.throws(() => manifestOf({ resources: [Thing] }), reason);
});

test("a type may contain itself, and refer to a resource that comes later", () => {
  interface Tree {
    parts?: Tree[] | undefined;
  }
  const Tree: PropertyOf<Tree> = object("Tree", {
    get parts() {
      return array(Tree).optional();
    },
  });
  const Later = resource("Later", { inputs: { tree: Tree, other: reference("Later").optional() }, create: () => ({ id: "x" }) });
  const schema = manifestOf({ resources: [Later] })["schema"] as JsonObject;
  assert.deepEqual((schema["types"] as JsonObject)["test:index:Tree"], {
    properties: { parts: { type: "array", items: { $ref: "#/types/test:index:Tree" } } },
    type: "object",
  });
});

test("tokens with files tell their module format, and the manifest is the same every time", () => {
  const File = resource("test:index/file:File", { inputs: {}, create: () => ({ id: "x" }) });
  const first = manifestOf({ resources: [File] });
  assert.deepEqual((first["schema"] as JsonObject)["meta"], { moduleFormat: "(.*)(?:/[^/]*)" });
  assert.equal(JSON.stringify(manifestOf({ resources: [File] })), JSON.stringify(first));
});

test("everything that is wrong is told at once", () => {
  const one = object("Twice", { a: string() });
  const other = object("Twice", { b: string() });
  const Thing = resource("Thing", {
    inputs: {
      one,
      other,
      count: integer().default("many" as never),
      // Nothing but a cast gets what is not a property past the type checker.
      none: String as never,
      // As of a module that imports this one.
      later: undefined as never,
      part: object("Part", { later: undefined as never }),
      ratio: number().default(Number.NaN),
      large: number().default(Infinity),
      id64: integer().default(2 ** 60),
    },
    migrations: [],
    create: () => ({ id: "x" }),
  });
  const tag = discriminatedUnion("kind", { text: string() as never });
  const tell = func("tell", { inputs: { tag }, call: () => undefined });
  assert.throws(
    () => manifestOf({ resources: [Thing, Thing], functions: [tell], config: config({ x: integer().constant(1.5) }) }),
    (error: Error) => {
      for (const part of [
        "the name `test:index:Twice` is used twice",
        "the default of `count` is wrong: expected a whole number, found a string",
        "`none` of `test:index:Thing` is not a property",
        "`later` of `test:index:Thing` is undefined: move its declaration before this line",
        "`later` of `test:index:Part` is undefined",
        "the default of `ratio` is wrong: NaN",
        "the default of `large` is wrong: Infinity",
        "the default of `id64` is wrong: 1152921504606847000 is too large",
        "`test:index:Thing` has `migrations` without a step",
        "`test:index:Thing` is defined twice: give one of the two another name",
        "the variant `text` is not an object type",
        "the constant of `x` is wrong: expected a whole number, found 1.5",
      ]) {
        assert.ok(error.message.includes(part), `${error.message}\nshould say ${part}`);
      }
      return true;
    },
  );
});

test("options of parts of a type, which would be lost, are told", () => {
  const Cat = object("Cat", { lives: integer() });
  const Part = object("Part", { keys: array(string().secret()).optional() });
  const Thing = resource("Thing", {
    inputs: {
      secrets: record(string().secret()),
      deep: array(array(string().writeOnly())),
      given: array(string().default("a").optional()),
      either: union(string().secret(), integer().gte(1)),
      aware: union(string().secretAware(), integer()),
      lists: union(array(string().maxLength(1)), integer()),
      pet: discriminatedUnion("kind", { cat: Cat.replace() }),
      part: Part.optional(),
      // These have an effect.
      kept: array(string().maxLength(3).secretAware()),
    },
    create: () => ({ id: "x" }),
  });
  const tell = func("tell", { inputs: { name: string() }, outputs: array(string()).secret(), call: () => [] });
  assert.throws(
    () => manifestOf({ resources: [Thing], functions: [tell] }),
    (error: Error) => {
      for (const part of [
        "`secrets`: an element can only have rules, and not `.secret()`: give the option to the whole array or record",
        "`deep`: an element can only have rules, and not `.writeOnly()`",
        "`given`: an element can only have rules, and not `.optional()`, `.default()`",
        "`either`: an alternative of a union has no options, here `.secret()`: give the option to the whole union",
        "`either`: an alternative of a union has no rules: check it in the hook `check`",
        "`aware`: an alternative of a union has no options, here `.secretAware()`",
        "`lists`: an array or record in a union has no rules for its elements",
        "`pet`: an alternative of a union has no options, here `.replace()`",
        "`keys`: an element can only have rules, and not `.secret()`",
        "the result of `test:index:tell`: a single value has no options, here `.secret()`: give the result a name",
      ]) {
        assert.ok(error.message.includes(part), `${error.message}\nshould say ${part}`);
      }
      assert.ok(!error.message.includes("kept"), error.message);
      assert.equal(error.message.split("`secrets`").length, 2, error.message);
      return true;
    },
  );
});

test("options that have no effect at their place are told", () => {
  const Part = object("Part", { code: string().inputOnly(), fixed: string().stable() });
  const Thing = resource("Thing", {
    inputs: { part: Part.optional() },
    outputs: { made: string().default("a").replace(), kept: string().env("KEPT") },
    create: () => {
      throw new Error("only described");
    },
  });
  const ask = func("ask", {
    inputs: { name: string().replace(), once: string().writeOnly(), chosen: string().serverDefault() },
    outputs: { answer: string().maxLength(3), given: string().default("a"), words: array(string().maxLength(1)), token: string().secret() },
    call: () => ({ answer: "", given: "", words: [], token: "" }),
  });
  const spell = func("spell", { inputs: { name: string() }, outputs: array(string().maxLength(1)), call: () => [] });
  const settings = config({ region: string().stable() }, {});
  assert.throws(
    () => manifestOf({ config: settings, resources: [Thing], functions: [ask, spell] }),
    (error: Error) => {
      for (const part of [
        "`code` of `test:index:Part`: `.inputOnly()`: only a property of a resource has this",
        "`fixed` of `test:index:Part`: `.stable()`: only a property of a resource has this",
        "`made` of `test:index:Thing`: `.default()`: the provider always sets it",
        "`made` of `test:index:Thing`: `.replace()`: the user cannot change an output",
        "`kept` of `test:index:Thing`: `.env()`: the provider always sets it",
        "`name` of `test:index:ask`: `.replace()`: a function has no resource to replace",
        "`once` of `test:index:ask`: `.writeOnly()`: only a property of a resource has this",
        "`chosen` of `test:index:ask`: `.serverDefault()`: only a property of a resource or of an object has this",
        "`answer` of the result of `test:index:ask`: a result has no rules, because no program sets it",
        "`words` of the result of `test:index:ask`: a result has no rules",
        "`given` of the result of `test:index:ask`: `.default()`: the provider always sets it",
        "the result of `test:index:spell`: a result has no rules, because no program sets it",
        "`region` of the configuration: `.stable()`: only a property of a resource has this",
      ]) {
        assert.ok(error.message.includes(part), `${error.message}\nshould say ${part}`);
      }
      assert.ok(!error.message.includes("`token`"), error.message);
      return true;
    },
  );
});

test("a variant that has the tag of its union is told", () => {
  const Cat = object("Cat", { kind: string(), lives: integer() });
  const Thing = resource("Thing", { inputs: { pet: discriminatedUnion("kind", { cat: Cat }) }, create: () => ({ id: "x" }) });
  assert.throws(() => manifestOf({ resources: [Thing] }), /`test:index:Cat` has a property `kind`, which is the tag of its union: remove it/);
});

test("unknown members are reported with the closest match", () => {
  // The type checker does not check objects that are spread.
  const wrong = { delet: () => undefined, raed: () => undefined, destroy: () => undefined, importID: "{label}", helper: () => 1 };
  const Thing = resource("Thing", { inputs: { label: string() }, create: () => ({ id: "x" }), ...wrong });
  const says = [
    /`delet` of `test:index:Thing` is not a member of a resource definition, so the host never asks for it: did you mean `delete`\?/,
    /`raed` of `test:index:Thing` is [^\n]* did you mean `read`\?/,
    /`destroy` of [^\n]* did you mean `delete`\?/,
    /`importID` of [^\n]* did you mean `importId`\?/,
    /`helper` of [^\n]* put functions of your own outside/,
    /`chek` of the configuration is not a member of a configuration definition, [^\n]* did you mean `check`\?/,
    /`resource` of the provider is not a member of a provider definition, [^\n]* did you mean `resources`\?/,
  ];
  const definition = { resources: [Thing], config: config({}, { constraints: [], ...{ chek: () => undefined } }), ...{ resource: [] } };
  for (const reason of says) assert.throws(() => manifestOf(definition), reason);
});

test("a test of a provider begins with the mistakes in its definition", () => {
  const Thing = resource("Thing", { inputs: { label: string() }, create: () => ({ id: "x" }), ...{ destroy: () => undefined } });
  assert.throws(() => new TestProvider(provider({ resources: [Thing] })), /`destroy` of `test:index:Thing` [^\n]* did you mean `delete`\?/);
});

test("another framework's name for a member takes precedence over a similar spelling", () => {
  const meant = (kind: Kind, name: string): string | undefined => /did you mean `(\w+)`/.exec(unknownMembers(kind, { [name]: 1 }, "it")[0] ?? "")?.[1];
  const rows: readonly (readonly [Kind, string, readonly string[]])[] = [
    ["resource", "create", ["make", "add", "insert", "post", "Create", "craete", "createZone"]],
    ["resource", "delete", ["drop", "teardown", "destroy", "destory", "delet", "deleteZone", "delete_zone"]],
    ["resource", "read", ["get", "load", "raed", "reed", "refersh"]],
    ["resource", "update", ["patch", "put", "change", "modify"]],
    ["resource", "list", ["find", "search", "lists"]],
    ["resource", "autoName", ["name", "auto_name"]],
    ["provider", "packages", ["uses", "package"]],
    ["resource", "deleteBeforeReplace", ["delete_before_replace", "deletebeforereplac"]],
    ["component", "construct", ["init", "render", "constrcut"]],
    ["configuration", "configure", ["login", "setup", "configur"]],
    ["configuration", "check", ["checkConfig", "validate", "chekc"]],
    ["function", "call", ["run", "invoke", "cal"]],
    ["method", "call", ["execute"]],
  ];
  for (const [kind, member, names] of rows) for (const name of names) assert.equal(meant(kind, name), member, `${kind} ${name}`);
  for (const name of ["save", "rate", "helper", "mode", "size"]) assert.equal(meant("resource", name), undefined, name);
});

test("reserved names are reported with the alternatives", () => {
  const User = resource("User", { inputs: { name: string(), urn: string() }, outputs: { id: string() }, create: () => ({ id: "x", outputs: { id: "x" } }) });
  const definition = { resources: [User], config: config({ version: string() }) };
  for (const reason of [
    /`id` of `test:index:User`: it is the resource's own id: `create` returns it, [^\n]* another name, such as `serverId`/,
    /`urn` of `test:index:User`: Pulumi reserves this name/,
    /`version` of the configuration: Pulumi reserves this name/,
  ]) {
    assert.throws(() => manifestOf(definition), reason);
  }
  const Inner = object("Inner", { id: string(), urn: string(), version: string() });
  assert.doesNotThrow(() => manifestOf({ resources: [resource("Thing", { inputs: { inner: Inner }, create: () => ({ id: "x" }) })] }));
  // A component does not have an id.
  const Named = component("Named", { outputs: { id: string() }, construct: () => ({ id: "x" }) });
  assert.doesNotThrow(() => manifestOf({ components: [Named] }));
});
