/** `node main.js PROJECT WIT OUTPUT`: from a project to a component, or to everything that is wrong with it. */

import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import { bundle } from "./bundle.js";
import { check } from "./check.js";
import { component } from "./component.js";
import { Mistakes } from "./mistake.js";
import { readProject } from "./project.js";

async function main([folder, wit, output]: readonly string[]): Promise<number> {
  if (folder === undefined || wit === undefined || output === undefined) {
    console.error("usage: node main.js PROJECT WIT OUTPUT");
    return 2;
  }
  try {
    const project = readProject(realpathSync(folder));
    const made = await bundle(project, check(project));
    const bytes = await component(made, project.engine, wit);
    mkdirSync(dirname(output), { recursive: true });
    writeFileSync(output, bytes);
    return 0;
  } catch (error) {
    if (!(error instanceof Mistakes)) throw error;
    console.error(error.message);
    return 1;
  }
}

process.exitCode = await main(process.argv.slice(2));
