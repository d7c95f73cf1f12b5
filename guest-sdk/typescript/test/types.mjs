/**
 * The type checker over the package, its build and its tests, in this process, so that the declarations of the language and of packages are
 * read once for all. What it finds is kept in a folder: after a change it checks what depends on the change, and nothing without a change.
 */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const [PACKAGE, TESTS] = ["tsconfig.json", "tsconfig.test.json"];

/**
 * Checks the types of everything below `root`, and prints each mistake. `areCurrent` is asked once the package's declarations are
 * written below `declarations`, because its tests are checked against the committed ones.
 */
export function areTypesRight(root, folder, declarations, areCurrent) {
  const configurations = [PACKAGE, TESTS].map((name) => configurationOf(root, name));
  const kept = join(folder, "types.json");
  if (existsSync(declarations) && isUnchanged(kept, configurations)) return areCurrent();
  // The kept state of the package's check says that its declarations are written.
  if (!existsSync(declarations)) rmSync(stateOf(folder, PACKAGE), { force: true });
  rmSync(kept, { force: true });
  const files = new Map();
  const [own, tests] = configurations;
  const checkedPackage = checked(own, { emitDeclarationOnly: true, outDir: declarations, tsBuildInfoFile: stateOf(folder, PACKAGE) }, hostOf(files));
  if (checkedPackage === undefined || !areCurrent()) return false;
  const [src, lib] = ["src/", "lib/"].map((part) => join(root, part));
  const rootNames = tests.rootNames.filter((name) => !name.startsWith(src));
  const checkedTests = checked({ ...tests, rootNames }, { noEmit: true, tsBuildInfoFile: stateOf(folder, TESTS) }, byDeclarations(hostOf(files), src, lib));
  if (checkedTests === undefined) return false;
  const read = [...new Set([...checkedPackage, ...checkedTests, ...configurations.map(({ file }) => file)])];
  mkdirSync(folder, { recursive: true });
  writeFileSync(kept, JSON.stringify({ names: namesIn(configurations), digest: digestOf(read), read }));
  return true;
}

function configurationOf(root, name) {
  const file = join(root, name);
  const { config, error } = ts.readConfigFile(file, ts.sys.readFile);
  if (error !== undefined) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, "\n"));
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root, undefined, file);
  return { file, options, rootNames: fileNames };
}

function stateOf(folder, name) {
  return join(folder, `${name}.tsbuildinfo`);
}

function isUnchanged(kept, configurations) {
  if (!existsSync(kept)) return false;
  const { names, digest, read } = JSON.parse(readFileSync(kept, "utf8"));
  return names === namesIn(configurations) && digest === digestOf(read);
}

function namesIn(configurations) {
  return [ts.version, process.version, ...configurations.flatMap(({ rootNames }) => rootNames)].join("\n");
}

function digestOf(files) {
  const digest = createHash("sha256");
  for (const file of files) digest.update(existsSync(file) ? readFileSync(file) : "").update("\0");
  return digest.digest("hex");
}

/** A host that reads a declaration once for all programs. */
function hostOf(files) {
  const host = ts.createIncrementalCompilerHost({});
  const read = (name, ...rest) => {
    if (!name.endsWith(".d.ts")) return host.getSourceFile(name, ...rest);
    if (!files.has(name)) files.set(name, host.getSourceFile(name, ...rest));
    return files.get(name);
  };
  return { ...host, getSourceFile: read };
}

/** A host that finds the package's declarations where its sources are imported: those are checked already. */
function byDeclarations(host, src, lib) {
  const declared = ({ resolvedModule: found, ...rest }) => {
    if (found === undefined || !found.resolvedFileName.startsWith(src)) return { ...rest, resolvedModule: found };
    const resolvedFileName = `${lib}${found.resolvedFileName.slice(src.length).replace(/\.ts$/, ".d.ts")}`;
    return { ...rest, resolvedModule: { ...found, resolvedFileName, extension: ts.Extension.Dts } };
  };
  return {
    ...host,
    resolveModuleNameLiterals: (names, file, redirected, options, source) =>
      names.map((name) => declared(ts.resolveModuleName(name.text, file, options, host, undefined, redirected, ts.getModeForUsageLocation(source, name, options)))),
  };
}

/** The files that were read, or `undefined` if there are mistakes in them. */
function checked({ options, rootNames }, more, host) {
  const program = ts.createIncrementalProgram({ rootNames, options: { ...options, skipLibCheck: true, incremental: true, ...more }, host });
  const found = [...program.getOptionsDiagnostics(), ...program.getSyntacticDiagnostics(), ...program.getGlobalDiagnostics(), ...program.getSemanticDiagnostics()];
  const mistakes = [...found, ...program.emit().diagnostics].filter(({ category }) => category === ts.DiagnosticCategory.Error);
  process.stderr.write(ts.formatDiagnostics(ts.sortAndDeduplicateDiagnostics(mistakes), host));
  return mistakes.length > 0 ? undefined : program.getSourceFiles().map(({ fileName }) => fileName);
}
