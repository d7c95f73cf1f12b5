/**
 * `node test/run.mjs FOLDER`: compiles the package and its tests into a folder, looks whether what is committed was
 * made of the sources as they are, and runs the tests. Before the first time, in the package's folder:
 *
 * npm install --ignore-scripts --no-package-lock && npm install --ignore-scripts --no-package-lock --no-save @types/node@20
 */

import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const folder = resolve(process.argv[2] ?? join(root, "../../target/typescript-sdk"));
const tsc = fileURLToPath(import.meta.resolve("typescript/bin/tsc"));

function run(program, args) {
  const { status } = spawnSync(program, args, { stdio: "inherit", cwd: root });
  if (status !== 0) process.exit(status ?? 1);
}

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
run(process.execPath, [tsc, "-p", "tsconfig.json", "--outDir", join(folder, "lib")]);
run(process.execPath, [tsc, "-p", "tsconfig.tool.json", "--outDir", join(folder, "tool")]);
run(process.execPath, [tsc, "-p", "tsconfig.test.json", "--outDir", join(folder, "test")]);

const old = ["lib", "tool"].flatMap((part) => {
  const names = (parent) => readdirSync(parent, { recursive: true, withFileTypes: false }).sort();
  const [made, kept] = [join(folder, part), join(root, part)];
  const differs = (name) => /\.[jt]s$/.test(name) && readFileSync(join(made, name), "utf8") !== tryRead(join(kept, name));
  return [...names(made).filter(differs), ...names(kept).filter((name) => /\.[jt]s$/.test(name) && tryRead(join(made, name)) === undefined)].map((name) => `${part}/${name}`);
});
if (old.length > 0) {
  console.error(`not made of the sources as they are: ${old.join(", ")}\nhint: npm run build`);
  process.exit(1);
}
run(process.execPath, ["--test", join(folder, "test/test")]);

function tryRead(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
