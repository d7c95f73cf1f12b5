/**
 * The process of a snapshot: `node --snapshot-blob BLOB --build-snapshot THIS PROJECT`. The process that continues it,
 * `node --snapshot-blob BLOB script PROJECT OUTPUT` in the project's folder, acts as `main.js` with these words. Its exit status is 21
 * if the source has mistakes.
 */

import { realpathSync, writeFileSync } from "node:fs";
import v8 from "node:v8";

import { check } from "./check.js";
import { Mistakes } from "./mistake.js";
import { readProject } from "./project.js";
import { script } from "./script.js";

const MISTAKES = 21;

async function goOn([project, output]: readonly string[]): Promise<void> {
  try {
    writeFileSync(output!, await script(project!));
  } catch (error) {
    if (!(error instanceof Mistakes)) throw error;
    console.error(error.message);
    process.exitCode = MISTAKES;
  }
}

try {
  // Twice, so that the snapshot has the state that every later check finds.
  for (let time = 0; time < 2; time++) check(readProject(realpathSync(process.argv[2]!)));
} catch (error) {
  if (!(error instanceof Mistakes)) throw error;
}
v8.startupSnapshot.setDeserializeMainFunction(() => void goOn(process.argv.slice(-2)));
