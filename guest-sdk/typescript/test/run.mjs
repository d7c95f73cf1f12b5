/**
 * `node test/run.mjs [--made FOLDER] [FILTER…]`: looks whether what is committed was made of the sources as they are, compiles the tests into a
 * folder and runs them, while the type checker reads everything. A filter is a part of `FILE::NAME OF A TEST`, such as `tool` or
 * `wire::bytes`. All tests run in one process, because each process would load the type checker and the package again.
 *
 * Before the first time, in the package's folder:
 *
 * npm install --ignore-scripts --no-package-lock && npm install --ignore-scripts --no-package-lock --no-save @types/node@20
 */

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

import { areTypesRight } from "./types.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const [folder, filters] = argumentsOf(process.argv.slice(2));
/** A provider with tests of its own, which has the package by its name. */
const REST = resolve(root, "../../tests/components/rest/typescript");
const REST_TEST = "rest.test.ts";
const tests = [...readdirSync(join(root, "test")).filter((file) => file.endsWith(".test.ts")), ...(existsSync(REST) ? [REST_TEST] : [])].sort();
const selected = selectedOf(filters);

/** What the compiler made in the last run and in this one, by a digest of everything that it depends on. */
const compiledBefore = JSON.parse(tryRead(join(folder, "compiled.json")) ?? "{}");
const compiledNow = {};
const made = { lib: compiled("tsconfig.json"), tool: compiled("tsconfig.tool.json") };
if (!areCurrent(Object.entries(made).flatMap(([part, files]) => differing(part, files)))) process.exit(1);

writeTests(made.lib);
writeFileSync(join(folder, "compiled.json"), JSON.stringify(compiledNow));
const tested = runTests();
const declarations = join(folder, "declarations");
const areDeclarationsCurrent = () => areCurrent(differing("lib", new Map([...made.lib.keys()].map((name) => declarationOf(name)))));
const isTyped = areTypesRight(root, folder, declarations, areDeclarationsCurrent);
process.exit((await tested) === 0 && isTyped ? 0 : 1);

/** The folder for what is made, and the filters. */
function argumentsOf(words) {
  const usual = join(root, "../../target/typescript-sdk");
  return words[0] === "--made" ? [resolve(words[1] ?? usual), words.slice(2)] : [usual, words];
}

/** The tests that filters select, by file; `undefined` without filters. */
function selectedOf(filters) {
  if (filters.length === 0) return undefined;
  const all = tests.flatMap((file) => namesIn(file).map((name) => [file, name]));
  for (const filter of filters) {
    if (!all.some(([file, name]) => idOf(file, name).includes(filter))) fail(`the filter \`${filter}\` selects no test\nhint: a filter is a part of \`FILE::NAME\``);
  }
  const chosen = new Map();
  for (const [file, name] of all) {
    if (filters.some((filter) => idOf(file, name).includes(filter))) chosen.set(file, [...(chosen.get(file) ?? []), name]);
  }
  return chosen;
}

function namesIn(file) {
  const text = readFileSync(sourceOf(file), "utf8");
  return [...text.matchAll(/^test\((".*?[^\\]"), /gm)].map(([, name]) => JSON.parse(name));
}

function sourceOf(test) {
  return test === REST_TEST ? join(REST, "test/machines.test.ts") : join(root, "test", test);
}

function idOf(file, name) {
  return `${file.replace(/\.test\.ts$/, "")}::${name}`;
}

/** What the files of a configuration become, by names in its output. Types are not looked at. */
function compiled(configuration) {
  const { config, error } = ts.readConfigFile(join(root, configuration), ts.sys.readFile);
  if (error !== undefined) fail(ts.flattenDiagnosticMessageText(error.messageText, "\n"));
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root, undefined, join(root, configuration));
  return new Map(fileNames.map((file) => [relative(options.rootDir, file).replace(/\.ts$/, ".js"), javaScriptOf(file, options)]));
}

function javaScriptOf(fileName, options = {}) {
  // For one file alone, the compiler does not know that the package is one of modules.
  const compilerOptions = { ...options, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true, newLine: ts.NewLineKind.LineFeed };
  const text = readFileSync(fileName, "utf8");
  const digest = createHash("sha256").update(JSON.stringify([ts.version, compilerOptions, fileName, text])).digest("hex");
  return (compiledNow[digest] ??= compiledBefore[digest] ?? ts.transpileModule(text, { compilerOptions, fileName }).outputText);
}

/** The committed files of a part that differ from what was made, or are missing, or were made of a source that is gone. */
function differing(part, files) {
  const names = [...files.keys()];
  const ending = names[0]?.endsWith(".d.ts") ? ".d.ts" : ".js";
  const kept = readdirSync(join(root, part), { recursive: true }).filter((name) => name.endsWith(ending) && !files.has(name));
  const changed = names.filter((name) => tryRead(join(root, part, name)) !== files.get(name));
  return [...changed, ...kept].sort().map((name) => `${part}/${name}`);
}

function declarationOf(name) {
  const declaration = name.replace(/\.js$/, ".d.ts");
  return [declaration, tryRead(join(declarations, declaration))];
}

/** Whether no committed file differs from what was made; prints those that do. */
function areCurrent(stale) {
  if (stale.length > 0) console.error(`not made of the sources as they are: ${stale.join(", ")}\nhint: npm run build`);
  return stale.length === 0;
}

/** Writes the package and its tests as Node runs them. */
function writeTests(lib) {
  const output = join(folder, "run");
  rmSync(output, { recursive: true, force: true });
  const files = [...[...lib].map(([name, text]) => [join("src", name), text]), ...tests.map(testOf)];
  if (existsSync(REST)) files.push(["src-rest/index.js", byPath(javaScriptOf(join(REST, "src/index.ts")))]);
  for (const [name, text] of files) {
    mkdirSync(dirname(join(output, name)), { recursive: true });
    writeFileSync(join(output, name), text);
  }
  writeFileSync(join(output, "package.json"), '{ "type": "module" }\n');
}

function testOf(file) {
  return [join("test", file.replace(/\.ts$/, ".js")), ofRest(file, javaScriptOf(sourceOf(file)))];
}

/** The code of a test. That of another provider imports the provider from `../src`, where the package is here. */
function ofRest(file, code) {
  return file === REST_TEST ? byPath(code.replace(' from "../src/index.js";', ' from "../src-rest/index.js";')) : code;
}

/** The code of a provider or of its tests, with the package beside it. */
function byPath(code) {
  const modules = { "pulumi-wasm-provider": "../src/index.js", "pulumi-wasm-provider/testing": "../src/testing.js" };
  return code.replace(/ from "(pulumi-wasm-provider(?:\/testing)?)";/g, (_, name) => ` from "${modules[name]}";`);
}

/** Runs the selected tests of all files in one process, and gives its status. */
function runTests() {
  const chosen = selected ?? new Map(tests.map((file) => [file, []]));
  const patterns = [...chosen.values()].flat().map((name) => `--test-name-pattern=^${name.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")}$`);
  const entry = join(folder, "run/tests.js");
  writeFileSync(entry, [...chosen.keys()].map((file) => `await import("./test/${file.replace(/\.ts$/, ".js")}");\n`).join(""));
  const child = spawn(process.execPath, ["--test", ...patterns, entry], { stdio: "inherit", cwd: root });
  return new Promise((done) => child.on("close", (status) => done(status ?? 1)));
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

function tryRead(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
