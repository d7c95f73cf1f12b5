/** The provider as a script, which the engine of the development loop runs. */

import { realpathSync } from "node:fs";

import { bundle } from "./bundle.js";
import { check } from "./check.js";
import { warn } from "./mistake.js";
import { readProject } from "./project.js";

/** Checks and bundles the project in a folder. Throws all mistakes at once. */
export async function script(folder: string): Promise<string> {
  const project = readProject(realpathSync(folder));
  return (await bundle(project, check(project, warn), "script")).code;
}
