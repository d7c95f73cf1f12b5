/** The development loop: processes that go on from a snapshot, and loops that note where they are. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";

import { component, provider, resource } from "../src/index.js";
import { TestProvider } from "../src/testing.js";

/** The committed files are tested: the tests run in the package's folder. */
const root = process.cwd();
const ts = createRequire(join(root, "tool/main.js"))("typescript") as typeof import("typescript");
const { ahead } = (await import(pathToFileURL(join(root, "tool/ahead.js")).href)) as typeof import("../src-tool/ahead.js");
const { FUNCTIONS, COMPONENT_FUNCTIONS } = (await import(pathToFileURL(join(root, "tool/engines/interpreter.js")).href)) as typeof import("../src-tool/engines/interpreter.js");
const { script: scriptOf } = (await import(pathToFileURL(join(root, "tool/script.js")).href)) as typeof import("../src-tool/script.js");
const { turnsOf } = (await import(pathToFileURL(join(root, "tool/turns.js")).href)) as typeof import("../src-tool/turns.js");
const folder = mkdtempSync(join(tmpdir(), "pulumi-wasm-test-"));
after(() => rmSync(folder, { recursive: true }));

const source = (create: string): string => `import { provider, resource, string } from "pulumi-wasm-provider";

const Thing = resource("Thing", {
  inputs: {
    /** Its label. */
    label: string(),
  },
  create({ inputs: { label } }) {
    ${create}
    return { id: label };
  },
});
export default provider({ resources: [Thing] });
`;

function write(create: string): void {
  writeFileSync(join(folder, "index.ts"), source(create));
}

function node(...words: string[]): { readonly status: number | null; readonly errors: string } {
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: "utf8" });
  return { status, errors: stderr };
}

/** What `main.js script` makes, in this process: each further process reads the declarations of the language again. */
async function script(): Promise<string> {
  const code = await scriptOf(folder);
  writeFileSync(join(folder, "plain.js"), code);
  return code;
}

interface Noted {
  readonly pages: number;
  readonly mark: string;
  readonly noted: string;
  readonly forgotten: string;
}

/** The notes of the latest script in a create, and after it. */
function notedBy(): Noted {
  const run = `
    const notes = [];
    const { Uint8Array } = globalThis;
    const of = Uint8Array.of;
    Uint8Array.of = (...bytes) => { const page = of.apply(Uint8Array, bytes); notes.push(page); return page; };
    globalThis.pulumiWasmHost = new Proxy({}, { get: () => ({ monotonicMs: () => 0 }) });
    require("node:vm").runInThisContext(require("node:fs").readFileSync(process.argv[1], "utf8"), { filename: "provider.js" });
    const { lifecycle } = globalThis.pulumiWasmProvider;
    const context = { token: "demo:index:Thing", preview: false, urn: "u", name: "n", timeLeftMs: 1000, extra: "{}" };
    const text = () => { const [page] = notes; const length = page[8] + page[9] * 256; return Buffer.from(page.subarray(12, 12 + length)).toString(); };
    const mark = () => Buffer.from(notes[0].subarray(0, 8)).toString();
    lifecycle.create({ context, inputs: '{"label":"one"}', extra: "{}" });
    const noted = text();
    try { lifecycle.list({ context, extra: "{}" }); } catch {}
    process.stdout.write(JSON.stringify({ pages: notes.length, mark: mark(), noted, forgotten: text() }));
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", run, join(folder, "plain.js")], { encoding: "utf8" });
  assert.equal(stderr, "");
  return JSON.parse(stdout) as Noted;
}

writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "demo", version: "1.0.0", "pulumi-wasm": { source: "index.ts" } }));
mkdirSync(join(folder, "node_modules"));
symlinkSync(root, join(folder, "node_modules/pulumi-wasm-provider"));

test("a process that goes on from a snapshot makes the same, and tells the same mistakes", async () => {
  write("");
  const blob = join(folder, "checker.blob");
  writeFileSync(blob, await ahead(folder, blob));

  write('if (label === "") throw new Error("empty");');
  const output = join(folder, "continued.js");
  const goOn = ["--no-warnings", "--snapshot-blob", blob, "script", folder, output];
  const gone = node(...goOn);
  assert.equal(gone.status, 0, gone.errors);
  assert.equal(readFileSync(output, "utf8"), await script());

  write("label.nothing();");
  const wrong = node(...goOn);
  assert.equal(wrong.status, 21, wrong.errors);
  await assert.rejects(scriptOf(folder), (error: Error) => wrong.errors === `${error.message}\n`);
  assert.match(wrong.errors, /^index\.ts:9:11: Property 'nothing' does not exist/);
});

test("a loop is left as it is only if its end is seen, and a function counts its calls if it makes them itself", () => {
  const inserted = (text: string): string => {
    const file = ts.createSourceFile("index.ts", `const list: number[] = [];\nlet n = 5;\n${text}`, ts.ScriptTarget.ES2022, true);
    const all: string[] = [];
    const visit = (node: import("typescript").Node): void => {
      all.push(...turnsOf(node, () => "index.ts:3").map((insertion) => insertion.text));
      ts.forEachChild(node, visit);
    };
    visit(file);
    return all.join("");
  };
  for (const bounded of ["i < 3; i++", "i <= 3; ++i", "i !== 3; i++", "i < list.length; i++"]) {
    assert.equal(inserted(`for (let i = 0; ${bounded}) n += i;`), "", bounded);
  }
  for (const endless of ["i < 3; i--", "i > -1; i++", "i < n; i++", "i !== -1; i++", "i < list.length; i += n", "i < list.length; i++, n++"]) {
    assert.match(inserted(`for (let i = 0; ${endless}) n += i;`), /\+\+pulumiWasmTurns/, endless);
  }
  for (const body of ["i = 0;", "i -= 1;", "list.push(i);", "if (n > 1) { [i] = [0]; }"]) {
    assert.match(inserted(`for (let i = 0; i < list.length; i++) { ${body} }`), /\+\+pulumiWasmTurns/, body);
  }
  for (const [calling, not] of [
    ["function walk(at: number): number { return at < 0 ? 0 : walk(at - 1); }", "function walk(at: number): number { return Math.abs(at); }"],
    ["const walk = (at: number): number => (at < 0 ? 0 : walk(at - 1));", "const walk = (at: number): number => (at < 0 ? 0 : 1);"],
    ["class Tree { walk(): void { this.walk(); } }", "class Tree { walk(): void { this.other(); } other(): void {} }"],
  ] as const) {
    assert.match(inserted(calling), /\(\+\+pulumiWasmCalls&63\)===0&&globalThis\.pulumiWasmTurn\?\.\("walk \(index\.ts:3\)"\)/, calling);
    assert.equal(inserted(not), "", not);
  }
});

test("a function that calls itself notes its place before the stack ends", async () => {
  write(`const down = (left: number): number => (left === 0 ? 0 : 1 + down(left - 1));
    down(100);`);
  await script();
  const { noted, forgotten } = notedBy();
  assert.equal(noted, "down (index.ts:9)");
  assert.equal(forgotten, "");
});

test("a loop notes its place after many turns, and a call that begins forgets it", async () => {
  write(`let turns = 0;
    while (turns < 40000)
      turns += 1;
    do turns -= 1; while (turns > 0);
    for (;;) { if (++turns > 5) break; }
    for (let i = 0; i < 3; i++) turns += i;
    for (const one of [1, 2]) turns += one;`);
  const code = await script();
  assert.equal(code.match(/\+\+pulumiWasmTurns/g)?.length, 3);
  // The lines are the author's.
  assert.match(code, /"index\.ts":\[\[\d+,1,/);
  const { pages, mark, noted, forgotten } = notedBy();
  assert.equal(pages, 1);
  assert.equal(mark, "pw:place");
  assert.match(noted, /^(Object\.)?create \(index\.ts:12\)$/);
  assert.equal(forgotten, "");
});

/** The functions of an interface, by their names in TypeScript. */
function functionsOf(file: string, name: string): string[] {
  const text = readFileSync(join(root, "../../wit/0.1.0", file), "utf8");
  const body = new RegExp(`^interface ${name} {$([^]*?)^}$`, "m").exec(text)?.[1] ?? "";
  const names = [...body.matchAll(/^ {4}%?([a-z-]+): func\(/gm)].map(([, called = ""]) => called);
  return names.map((called) => called.replace(/-[a-z]/g, (part) => part.slice(1).toUpperCase())).sort();
}

test("a provider and the component of the loop export the functions of the interface", () => {
  const made = new TestProvider(
    provider({ resources: [resource("Thing", { inputs: {}, create: () => ({ id: "a" }) })], components: [component("Empty", { construct() {} })] }),
  );
  const [ofLifecycle, ofComponents] = [functionsOf("lifecycle.wit", "lifecycle"), functionsOf("components.wit", "components")];
  assert.deepEqual([Object.keys(made.lifecycle).sort(), [...FUNCTIONS].sort()], [ofLifecycle, ofLifecycle]);
  assert.deepEqual([Object.keys(made.components).sort(), [...COMPONENT_FUNCTIONS].sort()], [ofComponents, ofComponents]);
});
