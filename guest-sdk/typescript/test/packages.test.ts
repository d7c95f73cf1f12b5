/** The list of the packages in a component. */

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

import type { Project } from "../src-tool/project.js";

const root = process.cwd();
const { packagesOf } = (await import(pathToFileURL(join(root, "tool/packages.js")).href)) as typeof import("../src-tool/packages.js");

test("packages: each file belongs to the nearest package with a name and a version", () => {
  const folder = mkdtempSync(join(tmpdir(), "packages-"));
  try {
    const files = {
      "package.json": { name: "acme", version: "1.0.0" },
      "node_modules/left/package.json": { name: "left", version: "2.0.0" },
      "node_modules/left/esm/package.json": { type: "module" },
      "node_modules/left/node_modules/@scope/right/package.json": { name: "@scope/right", version: "3.0.0" },
      "node_modules/componentize-qjs/package.json": { name: "componentize-qjs", version: "0.4.5" },
      "node_modules/unused/package.json": { name: "unused", version: "1.0.0" },
      "shared/package.json": { name: "lodash", version: "0.1.0" },
    };
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), JSON.stringify(content));
    }
    const used = ["src/index.ts", "node_modules/left/esm/a.js", "node_modules/left/b.js", "node_modules/left/node_modules/@scope/right/c.js", "shared/d.ts", "pulumi-wasm:entry"];
    const found = packagesOf({ folder, engine: "quickjs" } as Project, used);
    const shown = found.map(({ name, version, ofProject }) => `${ofProject ? "project" : "npm"} ${name}@${version}`);
    // An advisory about `lodash` of the registry is not about a folder with this name.
    assert.deepEqual(shown, ["npm @scope/right@3.0.0", "npm componentize-qjs@0.4.5", "npm left@2.0.0", "project lodash@0.1.0"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
