/**
 * `node test/run.mjs [--made FOLDER] [FILTER…]`: looks whether what is committed was made of the sources as they are, compiles the tests into a
 * folder and runs them, while the type checker reads everything. A filter is a part of `FILE::NAME OF A TEST`, such as `tool` or
 * `wire::bytes`. The type checker keeps what it found in the folder, and the next run checks what has changed since.
 *
 * Before the first time, in the package's folder:
 *
 * npm install --ignore-scripts --no-package-lock && npm install --ignore-scripts --no-package-lock --no-save @types/node@20
 */

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const [folder, filters] = argumentsOf(process.argv.slice(2));
const tests = readdirSync(join(root, "test")).filter((file) => file.endsWith(".test.ts")).sort();
const selected = selectedOf(filters);

const made = { lib: compiled("tsconfig.json"), tool: compiled("tsconfig.tool.json") };
refuseStale(Object.entries(made).flatMap(([part, files]) => differing(part, files)));

writeTests(made.lib);
const declarations = join(folder, "declarations");
const results = await Promise.all([
  runTests(),
  typeCheck("tsconfig.json", "lib", ["--emitDeclarationOnly", "--outDir", declarations]),
  typeCheck("tsconfig.test.json", "test", ["--noEmit"]),
]);
const isTyped = results.every((status) => status === 0);
if (isTyped) refuseStale(differing("lib", new Map([...made.lib.keys()].map((name) => declarationOf(name)))));
process.exit(isTyped ? 0 : 1);

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
  const text = readFileSync(join(root, "test", file), "utf8");
  return [...text.matchAll(/^test\((".*?[^\\]"), /gm)].map(([, name]) => JSON.parse(name));
}

function idOf(file, name) {
  return `${file.replace(/\.test\.ts$/, "")}::${name}`;
}

/** What the files of a configuration become, by names in its output. Types are not looked at, so that this takes no time. */
function compiled(configuration) {
  const { config, error } = ts.readConfigFile(join(root, configuration), ts.sys.readFile);
  if (error !== undefined) fail(ts.flattenDiagnosticMessageText(error.messageText, "\n"));
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root, undefined, join(root, configuration));
  return new Map(fileNames.map((file) => [relative(options.rootDir, file).replace(/\.ts$/, ".js"), javaScriptOf(file, options)]));
}

function javaScriptOf(fileName, options = {}) {
  // For one file alone, the compiler does not know that the package is one of modules.
  const compilerOptions = { ...options, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true, newLine: ts.NewLineKind.LineFeed };
  return ts.transpileModule(readFileSync(fileName, "utf8"), { compilerOptions, fileName }).outputText;
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

function refuseStale(files) {
  if (files.length > 0) fail(`not made of the sources as they are: ${files.join(", ")}\nhint: npm run build`);
}

/** Writes the package and its tests as Node runs them. */
function writeTests(lib) {
  const output = join(folder, "run");
  rmSync(output, { recursive: true, force: true });
  const files = [...[...lib].map(([name, text]) => [join("src", name), text]), ...tests.map((file) => [join("test", file.replace(/\.ts$/, ".js")), javaScriptOf(join(root, "test", file))])];
  for (const [name, text] of files) {
    mkdirSync(dirname(join(output, name)), { recursive: true });
    writeFileSync(join(output, name), text);
  }
  writeFileSync(join(output, "package.json"), '{ "type": "module" }\n');
}

function runTests() {
  const chosen = selected ?? new Map(tests.map((file) => [file, []]));
  const patterns = [...chosen.values()].flat().map((name) => `--test-name-pattern=^${name.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")}$`);
  const files = [...chosen.keys()].map((file) => join(folder, "run/test", file.replace(/\.ts$/, ".js")));
  return run(["--test", ...patterns, ...files]);
}

/** Checks the types of a configuration, as far as something changed since the last run. */
function typeCheck(configuration, name, words) {
  const tsc = fileURLToPath(import.meta.resolve("typescript/bin/tsc"));
  const kept = join(folder, `${name}.tsbuildinfo`);
  // What was written by the run that the file is about may be gone.
  if (name === "lib" && !existsSync(declarations)) rmSync(kept, { force: true });
  return run([tsc, "-p", join(root, configuration), "--skipLibCheck", "--incremental", "--tsBuildInfoFile", kept, ...words]);
}

function run(words) {
  const child = spawn(process.execPath, words, { stdio: "inherit", cwd: root });
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
