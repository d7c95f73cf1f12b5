/** The build: what is put into the author's modules, and what is said of mistakes in them. */

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";

/** The committed files are tested: the tests run in the package's folder. */
const root = process.cwd();
const { compacted } = (await import(pathToFileURL(join(root, "tool/compact.js")).href)) as typeof import("../src-tool/compact.js");
const { check } = (await import(pathToFileURL(join(root, "tool/check.js")).href)) as typeof import("../src-tool/check.js");
const { bundle } = (await import(pathToFileURL(join(root, "tool/bundle.js")).href)) as typeof import("../src-tool/bundle.js");
const { component } = (await import(pathToFileURL(join(root, "tool/component.js")).href)) as typeof import("../src-tool/component.js");
const { loadError } = (await import(pathToFileURL(join(root, "tool/engines/starlingmonkey.js")).href)) as typeof import("../src-tool/engines/starlingmonkey.js");
const { readProject } = (await import(pathToFileURL(join(root, "tool/project.js")).href)) as typeof import("../src-tool/project.js");

const folders: string[] = [];
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

function project(files: Record<string, string>, found: object = { name: "demo", version: "1.0.0", "pulumi-wasm": { source: "src/index.ts" } }): string {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-wasm-test-"));
  folders.push(folder);
  for (const [name, text] of Object.entries({ "package.json": JSON.stringify(found), ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  symlinkSync(root, join(folder, "node_modules/pulumi-wasm-provider"));
  return folder;
}

async function built(source: string): Promise<string> {
  const found = readProject(project({ "src/index.ts": source }));
  return (await bundle(found, check(found))).code;
}

async function refused(source: string, says: readonly string[]): Promise<void> {
  await assert.rejects(built(source), (error: Error) => {
    for (const part of says) assert.ok(error.message.includes(part), `${error.message}\nshould say ${part}`);
    return true;
  });
}

const THING = (body: string): string => `import { http, provider, resource, string } from "pulumi-wasm-provider";
${body}
export default provider({ resources: [Thing] });
`;

/** The interface. */
const WIT = join(root, "../../wit/0.1.0");

test("doc comments and places go into the bundle, and no line moves", async () => {
  const code = await built(
    THING(`/**
 * A thing.
 * @deprecated use another
 */
const Thing = resource("Thing", {
  inputs: {
    /** Its label. */
    label: string(),
    plain: string().optional(),
  },
  create: ({ inputs: { label } }) => ({ id: label }),
});`),
  );
  assert.match(code, /string\(\)\._note\("src\/index\.ts:9", "Its label\."\)/);
  assert.match(code, /string\(\)\.optional\(\)\._note\("src\/index\.ts:10", ""\)/);
  assert.match(code, /\._define\("src\/index\.ts:6", "A thing\.", "use another"\)/);
  // Unused code is not there.
  assert.doesNotMatch(code, /core-js/);
  const table = /pulumiWasmLines = (.*);/.exec(code)?.[1] ?? "{}";
  const runs = (JSON.parse(table) as Record<string, [number, number, number][]>)["src/index.ts"] ?? [];
  const line = code.split("\n").findIndex((text) => text.includes("create: ({ inputs: { label } })")) + 1;
  const run = runs.find(([start, , count]) => line >= start && line < start + count);
  assert.equal(run && run[1] + line - run[0], 12);
});

test("names of other frameworks are answered with the names here", async () => {
  await refused(
    `import { Computed, enumeration, resource, provider, string, number, array, http, Permission } from "pulumi-wasm-provider";
const Thing = resource("Thing", {
  inputs: {
    label: string().min(1).regex(/a/),
    count: number().min(1),
    sizes: array(number()).unique(),
    note: string().describe("A note."),
    other: string().email(),
    owner: string().forceNew(),
  },
  create({ inputs: { label } }) {
    http.get(label, { retries: 3 });
    http.get(label, { backoff: { interval: 100 } });
    return { id: label };
  },
});
export default provider({ resources: [Thing], permissions: [] });
`,
    [
      "no exported member 'Computed'.\nhint: write `.serverDefault()` at the property",
      "'enumeration'.\nhint: did you mean `enumOf`?",
      "'Permission'.\nhint: write the hosts into `net` of the provider",
      "src/index.ts:4:21: Property 'min' does not exist on type 'StringProperty<string, \"required\">'.\nhint: did you mean `.minLength()`?",
      "src/index.ts:5:21: Property 'min' does not exist on type 'NumberProperty<number, \"required\">'.\nhint: did you mean `.gte()`?",
      "hint: did you mean `.uniqueItems()`?",
      "hint: write the description as a doc comment above the property",
      "hint: did you mean `.format(\"email\")`?",
      "hint: did you mean `.replace()`?",
      "hint: did you mean `attempts`?",
      "hint: did you mean `every`?",
      "did you mean `net`?",
    ],
  );
});

test("another way to the configuration or its client is told with the right one", async () => {
  await refused(
    `import { config, http, provider, resource, string } from "pulumi-wasm-provider";
const Settings = config({ url: string() }, { configure: ({ url }) => http.client({ baseUrl: url }) });
const Thing = resource("Thing", {
  inputs: { label: string() },
  create({ inputs: { label } }, cx) {
    cx.client.get("/a");
    cx.config.url;
    cx.config.client.get("/a");
    cx.config(Settings).client;
    cx.config(Settings).get("/a");
    return { id: label };
  },
});
export default provider({ config: Settings, resources: [Thing], net: ["api.example"] });
`,
    [
      ":6:15: ",
      "hint: `cx.client` is a function: write `cx.client(Settings).get`",
      "hint: `cx.config` is a function: write `cx.config(Settings).url`",
      "hint: `cx.client` is a function: write `cx.client(Settings)`",
      ":9:25: Property 'client' does not exist on type '{ url: string; }'.\nhint: the client that `configure` returned is `cx.client(Settings)`",
      ":10:25: Property 'get' does not exist on type '{ url: string; }'.\nhint: the client that `configure` returned is `cx.client(Settings)`",
    ],
  );
});

test("names and shapes of other libraries are reported with the SDK's equivalents", async () => {
  await refused(
    `import { config, func, http, provider, string } from "pulumi-wasm-provider";
const Settings = config({ url: string() }, { configure: ({ url }) => http.client({ baseUrl: url }) });
const balance = func("balance", {
  inputs: { number: string() },
  outputs: { amount: string() },
  call({ inputs }, cx) {
    cx.client(Settings).post("/a", inputs);
    return cx.client(Settings).get("/a").json<{ amount: string }>();
  },
});
export default provider({ config: Settings, functions: [balance], net: [{ host: Settings.url }], client: http });
`,
    [
      ":6:10: Property 'inputs' does not exist on type '{ number: string; }'.\nhint: the first parameter has the inputs themselves: write `call({ name }, cx)` in a function",
      "hint: `json` checks the answer: write its type, `.json({ name: string() })`",
      "hint: hooks read the value by `cx.config(Settings).url`, and `net` refers to it by `{ host: Settings.ref(\"url\") }`",
      "`client` of the provider is not a member of a provider definition, so the host never asks for it: `configure` of the configuration makes the client",
    ],
  );
  await refused(
    `import { config, func, http, provider, string } from "pulumi-wasm-provider";
const Settings = config({ url: string() }, { configure: ({ url }) => http.client({ baseUrl: url }) });
const send = func("send", {
  inputs: { number: string() },
  call: (inputs, cx) => void cx.client(Settings).post("/a", inputs).ensureOk(),
});
export default provider({ config: Settings, functions: [send], net: [{ host: Settings.ref("url") }] });
`,
    ["hint: a body is an option: write `{ json: … }`"],
  );
});

test("a comment is removed with its own lines alone", () => {
  for (const [code, expected] of [
    ["/* a */\nx;", "\nx;"],
    ["  /* a\n b */\n  x;", "\n\nx;"],
    // Code follows the comment, and another comment ends a later line.
    ["/** a */ x({\n  y: 1,\n  /* b */\n});", "/** a */ x({\ny: 1,\n\n});"],
    ["f(/** a */ {\n/** b */ c: 1,\n/** d */\n});", "f(/** a */ {\n/** b */ c: 1,\n\n});"],
    // The outer comment ends in the line of the inner one.
    ["x; /* a\n/* b */\ny;", "x; /* a\n/* b */\ny;"],
  ] as const) {
    assert.equal(compacted(code).code, expected);
  }
});

test("a bundle has neither comments nor indentation, and texts of several lines keep theirs", async () => {
  const code = await built(
    THING(`const TEXT = \`one
    /* two */
  \${[1].map((one) => {
    /* gone */
    return one;
  })} three\`;
const Thing = resource("Thing", {
  inputs: { label: string() },
  create({ inputs: { label } }) {
    throw new Error(label + TEXT);
  },
});`),
  );
  assert.ok(code.includes("`one\n    /* two */\n  ${"), code.slice(code.indexOf("TEXT"), code.indexOf("TEXT") + 300));
  assert.ok(code.includes("})} three`"));
  assert.doesNotMatch(code, /gone|^\s*\/\*\*/m);
  assert.match(code, /^throw new Error\(label \+ TEXT\);$/m);
});

test("an asynchronous hook is told with its line, and once", async () => {
  await refused(
    THING(`const Thing = resource("Thing", {
  inputs: { label: string() },
  async create({ inputs: { label } }) {
    return { id: label };
  },
});`),
    ["src/index.ts:4:3: `create` is asynchronous", "hint: hooks and functions are synchronous"],
  );
});

test("all mistakes are reported, each with advice", async () => {
  await refused(
    `import fs from "node:fs";
${THING(`const Thing = resource("Thing", {
  inputs: { label: "text", count: string().min(1) },
  create({ inputs: { label } }) {
    const word = process.env["WORD"] ?? label;
    const answer = new XMLHttpRequest(word);
    const [form, blob] = [new FormData(), new Blob([])];
    return { outputs: { other: answer } };
  },
});`)}`,
    [
      "src/index.ts:1:16: Cannot find module 'node:fs'",
      "hint: a provider has no files",
      "src/index.ts:4:13: expected a type of the schema, found `string`",
      "Property 'min' does not exist",
      "src/index.ts:6:18: Cannot find name 'process'",
      "hint: use `cx.env(",
      "src/index.ts:7:24: Cannot find name 'XMLHttpRequest'",
      "hint: use `http` of pulumi-wasm-provider",
      "src/index.ts:8:31: Cannot find name 'FormData'",
      "hint: write the body as a text: `http.post(url, { text: new URLSearchParams(",
      "src/index.ts:8:47: Cannot find name 'Blob'",
      "hint: use `Uint8Array` for bytes",
    ],
  );
});

test("a name that hooks return and the definition does not have is told", async () => {
  await refused(
    THING(`const Thing = resource("Thing", {
  inputs: { label: string() },
  outputs: { size: string().optional() },
  create({ inputs: { label } }) {
    const found = { other: 1 };
    if (label === "") return { id: label, outputs: { label, sise: "1" } };
    return { id: label, outputs: { ...found, size: "1" } };
  },
  read: ({ id }) => (id === "" ? undefined : { state: { label: id, sizes: "1" } }),
  update: ({ inputs: { label } }) => ({ outputs: { label, szie: label } }),
  resume: ({ inputs: { label } }) => ({ outputs: { label, siez: label } }),
  previewCreate: () => ({ outputs: { sizs: "1" } }),
});`),
    [
      "src/index.ts:7:61: `create` returns `sise`, which is not a property of the definition\nhint: the properties are `size`, `label`",
      "`read` returns `sizes`",
      "`update` returns `szie`",
      "`resume` returns `siez`",
      "`previewCreate` returns `sizs`",
    ],
  );
});

test("a single type that a variable holds is not a shape of results", async () => {
  await built(
    THING(`const Thing = resource("Thing", { inputs: { label: string() }, create: () => ({ id: "a" }) });
const Size = object("Size", { width: integer() });
export const getSize = func("getSize", { outputs: Size, call: () => ({ width: 3 }) });`)
      .replace("{ http,", "{ func, http, integer, object,")
      .replace("resources: [Thing]", "functions: [getSize], resources: [Thing]"),
  );
});

test("a name in a constant that hooks return, or in an object inside of it, is told", async () => {
  const source = THING(`const Disk = object("Disk", { size: integer(), label: string().optional() });
const Thing = resource("Thing", {
  inputs: { label: string(), disk: Disk.optional() },
  outputs: { disks: array(Disk).optional(), tags: record(string()).optional(), any: json().optional(), hidden: Disk.secret().optional() },
  create({ inputs: { label } }) {
    const disks = [{ size: 1, lable: "a" }];
    const outputs = { label, disks, sise: "1", tags: { any: "name" }, any: { other: [{ name: 1 }] }, hidden: { size: 1 } };
    return { id: label, outputs };
  },
  read: ({ id }) => {
    const found = { state: { label: id, disk: { size: 1, szie: 2 } } } as const;
    return id === "" ? undefined : found;
  },
  update,
});
function update({ inputs: { label } }: { inputs: { label: string } }): { outputs: { label: string } } {
  const result = { label, othr: 1 };
  return { outputs: result };
}`).replace("{ http,", "{ array, http, integer, json, object, record,");
  await refused(source, [
    "src/index.ts:7:31: `create` returns `disks[].lable`, which is not a property of the object\nhint: the properties are `size`, `label`",
    "src/index.ts:8:37: `create` returns `sise`",
    "src/index.ts:12:58: `read` returns `disk.szie`",
    "src/index.ts:18:27: `update` returns `othr`",
  ]);
  await assert.rejects(built(source), (error: Error) => {
    assert.equal(error.message.match(/returns/g)?.length, 4, error.message);
    return true;
  });
});

test("a property called `id` is told alone", async () => {
  await assert.rejects(
    built(
      THING(`const Thing = resource("Thing", {
  inputs: { label: string() },
  outputs: { id: string() },
  create: ({ inputs: { label } }) => ({ id: label, outputs: {} }),
  read: ({ id }) => ({ state: { label: id } }),
});`),
    ),
    (error: Error) => /^src\/index\.ts:4:14: a property cannot be called `id`.*\nhint: give the property another name, such as `serverId`$/.test(error.message),
  );
});

test("an input that `read` does not return is reported by name, with advice", async () => {
  await assert.rejects(
    built(
      THING(`const Thing = resource("Thing", {
  inputs: { label: string(), password: string().writeOnly() },
  outputs: { size: string() },
  create: ({ inputs: { label } }) => ({ id: label, outputs: { size: "1" } }),
  read: ({ id }) => ({ state: { label: id, size: "1" } }),
});`),
    ),
    (error: Error) => {
      assert.match(error.message, /^src\/index\.ts:6:3: the result of `read` lacks `password`\nhint: return it in the `state`; .* `old\?\.password \?\? ""`/);
      assert.ok(!error.message.includes("NotAPromise"), error.message);
      return true;
    },
  );
});

test("an output that a hook does not return is told by its name", async () => {
  await assert.rejects(
    built(
      THING(`const Thing = resource("Thing", {
  inputs: { label: string() },
  outputs: { size: string(), note: string().optional() },
  create: ({ inputs: { label } }) => ({ id: label, outputs: { size: "1" } }),
  read({ id }) {
    const found = { label: id };
    return id === "" ? undefined : { state: found };
  },
  update: () => ({ outputs: { note: "n" } }),
  resume: () => ({ outputs: { note: "n" } }),
});`),
    ),
    (error: Error) => {
      const told = error.message.split("\n").filter((line) => !line.startsWith("hint: "));
      assert.deepEqual(told, ["src/index.ts:6:3: the result of `read` lacks `size`", "src/index.ts:10:3: the result of `update` lacks `size`", "src/index.ts:11:3: the result of `resume` lacks `size`"]);
      return true;
    },
  );
});

test("a name of Node is told without the advice to install its types", async () => {
  await refused(
    THING(`const Thing = resource("Thing", {
  inputs: { label: string() },
  create: ({ inputs: { label } }) => ({ id: Buffer.from(label).toString() }),
});`),
    ["Cannot find name 'Buffer'.\nhint: use `Uint8Array`"],
  );
});

test("a type outside of the schema is reported with the alternative", async () => {
  const none = (place: string, found: string, hint: string): string => `src/index.ts:${place}: expected a type of the schema, found ${found}\nhint: ${hint}`;
  await refused(
    THING(`const Thing = resource("Thing", {
  inputs: {
    when: Date,
    call: (value: string) => value,
    nested: { label: string() },
    text: string,
    large: BigInt,
  },
  outputs: { at: string() },
  create: () => ({ id: "one", outputs: { at: "" } }),
  update: () => Promise.resolve({ outputs: { at: "" } }),
});`),
    [
      none("4:5", "`DateConstructor`", "times are texts"),
      none("5:5", "`(value: string) => string`", "types are `string()`"),
      none("6:15", "an object", "an object type has a name"),
      none("7:11", "`() => StringProperty<string, \"required\">`", "call the function"),
      none("8:5", "`BigIntConstructor`", "integers are exact up to 2^53: `integer()`; larger ones are `exactInteger()`"),
      "hint: hooks and functions are synchronous, and so is `http`",
    ],
  );
});

test("an output that there is not is told", async () => {
  await refused(THING('const Thing = resource("Thing", { inputs: { label: string() }, outputs: { at: string() }, create: () => ({ id: "one", outputs: { to: "" } }) });'), [
    "src/index.ts:2:",
    "'to' does not exist",
    "hint: is `to` among the `outputs` of the definition?",
  ]);
});

test("a client that cannot reach anything is told where it is imported", async () => {
  const folder = project({
    "src/index.ts": `import agent from "superagent";\nimport type { Agent } from "superagent";\n${THING('const Thing = resource("Thing", { inputs: { label: string() }, create: ({ inputs: { label } }) => ({ id: agent(label as Agent) }) });')}`,
    "node_modules/superagent/package.json": '{ "name": "superagent", "types": "index.d.ts", "main": "index.js" }',
    "node_modules/superagent/index.d.ts": "export type Agent = string;\nexport default function agent(to: string): string;",
    "node_modules/superagent/index.js": "export default (to) => new XMLHttpRequest(to);\n",
  });
  const message = "src/index.ts:1:19: `superagent` does not work in a component, which has no sockets\nhint: use `http` of pulumi-wasm-provider";
  assert.throws(() => check(readProject(folder)), (error: Error) => error.message.includes(message) && !error.message.includes(":2:"));
  // It is not installed here, and installing it would not help.
  await assert.rejects(built(`import got from "got";\n${THING('const Thing = resource("Thing", { inputs: { label: got() }, create: () => ({ id: "" }) });')}`), (error: Error) => {
    assert.match(error.message, /src\/index\.ts:1:17: `got` does not work in a component/);
    assert.doesNotMatch(error.message, /among the `dependencies`/);
    return true;
  });
});

test("what libraries use of the web is brought if it is named", async () => {
  const thing = (library: string): string =>
    `import { settle } from "pulumi-wasm-provider";\n${library}\n${THING('const Thing = resource("Thing", { inputs: { label: string() }, create: ({ inputs: { label } }) => ({ id: settle(call(label)) }) });')}`;
  const plain = await built(THING('const Thing = resource("Thing", { inputs: { label: string() }, create: ({ inputs: { label } }) => ({ id: label }) });'));
  assert.doesNotMatch(plain, /LocalPromise/);
  const waiting = await built(thing("const call = async (label: string): Promise<string> => await label;"));
  assert.match(waiting, /LocalPromise/);
  // The engine would never go on with a native one.
  assert.doesNotMatch(waiting, /\b(async|await) /);
  assert.doesNotMatch(waiting, /MAX_REDIRECTS/);
  for (const call of ["fetch(label)", "globalThis.fetch(label)"]) {
    assert.match(await built(thing(`const call = (label: string): Promise<string> => ${call}.then((found: { url: string }) => found.url);`)), /MAX_REDIRECTS/, call);
  }
});

test("a package that hands on the global fetch finds it", async () => {
  const folder = project({
    "src/index.ts": THING('import get from "node-fetch";\nconst Thing = resource("Thing", { inputs: { label: string() }, create: ({ inputs: { label } }) => ({ id: String(get(label)) }) });'),
    "node_modules/node-fetch/package.json": '{ "name": "node-fetch", "types": "index.d.ts", "browser": "browser.js", "main": "index.js" }',
    "node_modules/node-fetch/index.d.ts": "export default function get(to: string): unknown;",
    "node_modules/node-fetch/browser.js": "const found = (() => global)();\nmodule.exports = found.fetch;\n",
  });
  const found = readProject(folder);
  assert.match((await bundle(found, check(found))).code, /MAX_REDIRECTS/);
});

test("a member that a definition cannot have is reported once, with the closest match", async () => {
  const thing = (more: string): string => THING(`const Thing = resource("Thing", {\n  inputs: { label: string() },\n  create: ({ inputs: { label } }) => ({ id: label }),\n  ${more}\n});`);
  const of = (kind: string, name: string, owner: string, meant: string): string =>
    `\`${name}\` of ${owner} is not a member of a ${kind} definition, so the host never asks for it: did you mean \`${meant}\`?`;
  const resource = (name: string, meant: string): string => `src/index.ts:5:3: ${of("resource", name, "`Thing`", meant)}`;
  const told = async (source: string, says: readonly string[]): Promise<void> =>
    await assert.rejects(built(source), (error: Error) => {
      assert.deepEqual(error.message.split("\n"), says);
      return true;
    });
  await told(thing("delet() {},"), [resource("delet", "delete")]);
  await told(thing("raed({ id }, cx) { cx.sleep(1); return { state: { label: id } }; },"), [resource("raed", "read")]);
  await told(thing("destroy: (id, { label }, ...rest) => [id, label, rest],"), [resource("destroy", "delete")]);
  await told(thing('importid: "{label}",'), [resource("importid", "importId")]);
  // The type checker reports only the first of them.
  await told(thing('importid: "{label}",\n  aliasses: [],'), [resource("importid", "importId"), resource("aliasses", "aliases").replace(":5:", ":6:")]);
  await told(SITE.replace("construct: ({ title }) =>", "constrcut: ({ title }) =>"), [`src/index.ts:10:3: ${of("component", "constrcut", "`Site`", "construct")}`]);
  await told(SITE.replace("construct: ({ title }) =>", "init: ({ title }) =>"), [`src/index.ts:10:3: ${of("component", "init", "`Site`", "construct")}`]);
  await told(SITE.replace("packages:", "use:"), [`src/index.ts:12:47: ${of("provider", "use", "the provider", "packages")}`]);
  await told(
    'import { config, func, provider, string } from "pulumi-wasm-provider";\nconst Settings = config({ server: string() }, { configur: (settings) => settings.server });\n' +
      'const get = func("get", { call() {}, input: {} });\nexport default provider({ config: Settings, functions: [get] });',
    [`src/index.ts:2:49: ${of("configuration", "configur", "the configuration", "configure")}`, `src/index.ts:3:38: ${of("function", "input", "`get`", "inputs")}`],
  );
});

test("a parameter of a hook with another parameter's name is reported", async () => {
  const source = THING(`const Thing = resource("Thing", {
  inputs: { label: string() },
  create: ({ inputs: { label } }) => ({ id: label }),
  read(id, { state }) {
    return { state: { label: id === undefined ? state : "" } };
  },
  update: ({ id }, old, inputs) => ({ outputs: { label: id + inputs.label + old.label } }),
  delete: remove,
  diff(diff, ctx) {},
  check(cx) {},
  list: ({ paging }, context) => ({ resources: [{ id: String(paging) + context.name, name: "a" }] }),
});
function remove(state: unknown, cx: unknown): void {
  String([state, cx]);
}
const get = func("get", { call: (cx) => {} });`).replace("provider, resource", "func, provider, resource");
  const says = (place: string, fault: string, form: string): string[] => [`src/index.ts:${place}: ${fault}`, `hint: write \`${form}\`, without those that the hook does not need`];
  const member = ", but it is a member of the request";
  await assert.rejects(built(source), (error: Error) => {
    assert.deepEqual(error.message.split("\n"), [
      ...says("5:8", `\`id\` names the request itself${member}`, "read({ id, old, inputs }, cx)"),
      "src/index.ts:5:14: Property 'state' does not exist on type 'ReadContext'.",
      ...says("8:20", `\`old\` names the context itself${member}`, "update({ id, old, inputs }, cx)"),
      ...says("11:9", "`cx` names the request itself", "check({ inputs, oldInputs, oldOutputs }, cx)"),
      "src/index.ts:12:12: Property 'paging' does not exist on type 'ListRequest<{}>'.",
      "hint: the request has `query`, `limit`, `pageSize`, `continuationToken`",
      ...says("14:17", `\`state\` names the request itself${member}`, "delete({ id, old }, cx)"),
      ...says("17:34", "`cx` is where `inputs` is", "call(inputs, cx)"),
    ]);
    return true;
  });
});

test("a result with members that it cannot have is told once, with their place", async () => {
  const source = THING(`const Thing = resource("Thing", {
  inputs: { label: string() },
  outputs: { size: string() },
  create: ({ inputs: { label } }) => ({ id: label, size: "1" }),
  read({ id }) {
    return { outputs: { label: id, size: "1" } };
  },
  update: () => ({ size: "1", tags: [] }),
});`);
  await assert.rejects(built(source), (error: Error) => {
    assert.deepEqual(error.message.split("\n"), [
      "src/index.ts:5:52: `create` returns `size`, which is not a member of its result",
      "hint: properties are below `outputs`: `{ outputs: { size } }`",
      "src/index.ts:7:12: `read` returns `outputs` without `inputs`",
      "hint: return all properties as `{ state: { … } }`",
      "src/index.ts:9:20: `update` returns `size`, which is not a member of its result",
      "hint: properties are below `outputs`: `{ outputs: { size } }`",
      "src/index.ts:9:31: `update` returns `tags`, which is not a member of its result",
      "hint: the members are `refreshBeforeUpdate`, `outputs`",
    ]);
    return true;
  });
});

test("requests without a host in net are a warning", () => {
  const told = (members: string): string[] => {
    const found: string[] = [];
    const source = `import { http, func, provider } from "pulumi-wasm-provider";
const look = func("look", { call: () => void http.get("https://api.example") });
export default provider({ functions: [look]${members} });
`;
    check(readProject(project({ "src/index.ts": source })), (warning) => found.push(`${warning.file}:${warning.line}: ${warning.message}`));
    return found;
  };
  assert.deepEqual(told(""), ["src/index.ts:1: imports `http`, but the provider does not ask for a host, so its requests are refused"]);
  assert.deepEqual(told(', net: ["api.example"]'), []);
});

test("what is defined and not listed is a warning", () => {
  const folder = project({
    "src/index.ts": `import { component, config, func, method, provider, reference, resource, string } from "pulumi-wasm-provider";
import { Other, Listed } from "./other.js";
import * as more from "./more.js";
export { Other };
const Settings = config({ server: string() });
const Zone = resource("Zone", { inputs: { label: string() }, create: ({ inputs: { label } }, cx) => ({ id: label + cx.config(Settings).server }) });
const Record = resource("Record", { inputs: { zone: reference(Zone) }, create: () => ({ id: "a" }) });
const Site = component("Site", { construct: () => {} });
const announce = method(Site, "announce", { call() {} });
const find = func("find", { call() {} });
const _kept = func("kept", { call() {} });
const resources = [Record, Listed];
export default provider({ resources, functions: [...Object.values(more)] });
`,
    "src/other.ts": `import { resource, string } from "pulumi-wasm-provider";
export const Other = resource("Other", { inputs: { label: string() }, create: () => ({ id: "a" }) });
export const Listed = resource("Listed", { inputs: { label: string() }, create: () => ({ id: "a" }) });
`,
    "src/more.ts": 'import { func } from "pulumi-wasm-provider";\nexport const one = func("one", { call() {} });\n',
  });
  const told: string[] = [];
  check(readProject(folder), ({ file, line, message }) => told.push(`${file}:${line}: ${message}`));
  const unseen = (place: string, what: string, kind: string, list: string): string =>
    `src/${place}: \`${what}\` is ${kind} that is not in \`${list}\` of the provider, so programs cannot use it`;
  assert.deepEqual(told.sort(), [
    unseen("index.ts:10", "find", "a function", "functions"),
    unseen("index.ts:5", "Settings", "a configuration", "config"),
    unseen("index.ts:6", "Zone", "a resource", "resources"),
    unseen("index.ts:8", "Site", "a component", "components"),
    unseen("index.ts:9", "announce", "a method", "methods"),
    unseen("other.ts:2", "Other", "a resource", "resources"),
  ]);
});

test("a library that needs Node is told with the place where it does", async () => {
  const folder = project({
    "src/index.ts": `import { dial } from "dialler";\n${THING('const Thing = resource("Thing", { inputs: { label: string() }, create: ({ inputs: { label } }) => ({ id: dial(label) }) });')}`,
    "node_modules/dialler/package.json": '{ "name": "dialler", "types": "index.d.ts", "main": "index.js" }',
    "node_modules/dialler/index.d.ts": "export function dial(to: string): string;",
    "node_modules/dialler/index.js": 'const net = require("net");\nconst { Worker } = require("node:worker_threads");\nexports.dial = (to) => net.connect(to, Worker);\n',
  });
  const found = readProject(folder);
  await assert.rejects(async () => bundle(found, check(found)), (error: Error) => {
    assert.match(error.message, /node_modules\/dialler\/index\.js:1:\d+: Node's module `net` is not available\nhint: a provider has no sockets/);
    assert.match(error.message, /dialler\/index\.js:2:\d+: Node's module `node:worker_threads` is not available\nhint: a provider has neither processes nor threads/);
    return true;
  });
});

test("what is thrown while modules are loaded is told where it was thrown", async () => {
  const source = `import { fail } from "./fail.js";\n${THING('const Thing = resource("Thing", { inputs: { label: string().default(fail()) }, create: () => ({ id: "one" }) });')}`;
  const found = readProject(project({ "src/index.ts": source, "src/fail.ts": 'export function fail(): string {\n  throw new TypeError("no such luck");\n}\n' }));
  const made = await bundle(found, check(found));
  await assert.rejects(component(made, "quickjs", WIT), /^Error: src\/fail\.ts:2: while the module was loaded: no such luck\nhint: modules are loaded once/);

  // The form of the other engine.
  const told = `Failed to initialize component (wizer (/somewhere/wizer)):
Exception while evaluating top-level script
provider.js:2:21 ProviderError: no such luck
provider.js:2:21 hint: try again
Additionally, some promises were rejected, but the rejection never handled:
Promise rejected but never handled: no such luck
hint: try again
Stack:
  deeper@provider.js:2028:9
  @provider.js:2031:37`;
  const { message, frames } = loadError(told);
  assert.equal(message, "ProviderError: no such luck\nhint: try again");
  assert.deepEqual(frames.slice(-2), [[2028, 9], [2031, 37]]);
  assert.equal(loadError("Exception while evaluating top-level script\nuncaught exception: x\nAdditionally, some promises").message, "uncaught exception: x");
});

test("a syntax error has its line", async () => {
  await refused(THING('const Thing = resource("Thing", {\n  inputs: { label: string( },\n});'), ["src/index.ts:3:28: "]);
});

test("a project says where its source is", () => {
  assert.throws(() => readProject(project({}, { name: "demo" })), /package\.json: `pulumi-wasm\.source`[^]*"pulumi-wasm": \{ "source"/);
  const odd = { name: "demo", "pulumi-wasm": { source: "src/index.ts", motor: "other" } };
  assert.throws(() => readProject(project({}, odd)), /package\.json: `motor` is not an option in `pulumi-wasm`: the options are `source` and `engine`/);
  assert.throws(() => readProject(project({})), /package\.json: the source src\/index\.ts does not exist/);
});

test("a project chooses its engine", async () => {
  const by = (engine: string): string => project({ "src/index.ts": "" }, { name: "demo", "pulumi-wasm": { source: "src/index.ts", engine } });
  assert.equal(readProject(by("starlingmonkey")).engine, "starlingmonkey");
  assert.throws(() => readProject(by("v8")), /package\.json: the engine "v8" is unknown\nhint: `engine` is "quickjs" or "starlingmonkey"/);
  const made = { code: "", world: "provider" as const, files: [], original: () => undefined };
  await assert.rejects(component(made, "starlingmonkey", ""), /componentize-js, which is missing or incomplete[^]*\nhint: add `"devDependencies"/);
});

test("globals that the engine lacks are bundled where they are used", async () => {
  const using = (expression: string): string =>
    THING(`const Thing = resource("Thing", {
  inputs: { label: string() },
  create: ({ inputs: { label } }) => ({ id: ${expression} }),
});`);
  assert.match(await built(using("new URL(label).host")), /core-js/);
  assert.match(await built(using('String(new TextEncoder().encode("URL" + label))')), /Object\.assign\(globalThis, \{ TextEncoder/);
  assert.doesNotMatch(await built(using('label + "URL structuredClone"')), /core-js/);
});

const SITE = `import { component, interpolate, provider, string } from "pulumi-wasm-provider";
/** A site. */
const Site = component("Site", {
  inputs: {
    /** Its title. */
    title: string(),
    count: string().plain(),
  },
  outputs: { url: string() },
  construct: ({ title }) => ({ url: interpolate\`https://\${title}\` }),
});
export default provider({ components: [Site], packages: { random: "1.0.0" } });
`;

test("a provider with component resources is one of another world, and others stay as they are", async () => {
  const made = async (source: string) => {
    const found = readProject(project({ "src/index.ts": source }));
    return await bundle(found, check(found));
  };
  const site = await made(SITE);
  assert.equal(site.world, "component-provider");
  assert.match(site.code, /from "pulumi-wasm:provider\/deployment@0\.1\.0"/);
  assert.match(site.code, /string\(\)\.plain\(\)\._note\("src\/index\.ts:7", ""\)/);
  assert.match(site.code, /\._define\("src\/index\.ts:3", "A site\."\)/);
  const thing = await made(THING('const Thing = resource("Thing", { inputs: { label: string() }, create: ({ inputs: { label } }) => ({ id: label }) });'));
  assert.equal(thing.world, "provider");
  assert.doesNotMatch(thing.code, /pulumi-wasm:provider\/deployment|function interpolate/);

  // A component has what its world names. One is built here, because each takes seconds.
  const names = Buffer.from(await component(site, "quickjs", WIT)).toString("latin1");
  assert.ok(names.includes("pulumi-wasm:provider/components@0.1.0"));
  const [, world = ""] = /^world provider {$([^]*?)^}$/m.exec(readFileSync(join(WIT, "lifecycle.wit"), "utf8")) ?? [];
  assert.match(world, /export lifecycle;/);
  assert.doesNotMatch(world, /deployment|components|include/);
});

test("asynchronous code of a component is told with its place", async () => {
  await refused(SITE.replace("construct: ({ title }) =>", "construct: async ({ title }) =>"), ["src/index.ts:10:3: `construct` is asynchronous", "hint: hooks and functions are synchronous"]);
  await refused(SITE.replace("interpolate`https://${title}`", "title.apply(async (title) => title)"), ["src/index.ts:10:", "hint: hooks and functions are synchronous"]);
});
