/** The npm packages that a bundle consists of. */

import { readFileSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";

import type { Project } from "./project.js";

/** A package, as its `package.json` names it. */
export interface Package {
  readonly name: string;
  readonly version: string;
  /** Whether it lies in a folder of its author, and not in a folder `node_modules`: no registry has this code. */
  readonly ofProject: boolean;
}

/** The packages of an engine: the one that has its code in every component. */
const OF_ENGINE = { quickjs: "componentize-qjs", starlingmonkey: "@bytecodealliance/componentize-js" } as const;

/** The packages of a bundle's files, which are relative to the project's folder, and the package with the engine. */
export function packagesOf(project: Project, files: readonly string[]): Package[] {
  const found = new Map<string, Package>();
  const add = (one: Package | undefined): void => {
    if (one !== undefined) found.set(`${one.name}@${one.version}`, one);
  };
  for (const file of files) add(above(project.folder, dirname(resolve(project.folder, file))));
  add(installed(project.folder, OF_ENGINE[project.engine]));
  return [...found].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, one]) => one);
}

/** The package that a folder belongs to. Files of the project itself, and of no package, have none. */
function above(project: string, folder: string): Package | undefined {
  for (let at = folder; at !== project && at !== dirname(at); at = dirname(at)) {
    // Some packages have further files of this name, which only say how modules are written.
    const one = read(join(at, "package.json"));
    // A link in `node_modules` was followed.
    if (one !== undefined) return { ...one, ofProject: !at.split(sep).includes("node_modules") };
  }
  return undefined;
}

/** A package that is installed for the project, or for a folder above it. */
function installed(project: string, name: string): Package | undefined {
  for (let at = project; ; at = dirname(at)) {
    const one = read(join(at, "node_modules", name, "package.json"));
    if (one !== undefined || at === dirname(at)) return one;
  }
}

function read(file: string): Package | undefined {
  try {
    const { name, version } = JSON.parse(readFileSync(file, "utf8")) as Partial<Package>;
    return typeof name === "string" && typeof version === "string" ? { name, version, ofProject: false } : undefined;
  } catch {
    return undefined;
  }
}
