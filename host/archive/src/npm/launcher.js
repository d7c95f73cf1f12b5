#!/usr/bin/env node
// Starts the program of this machine's package. npm installs only the package whose `os` and `cpu` are this machine's.
"use strict";

const { spawn } = require("node:child_process");

const platform = `${process.platform}-${process.arch}`;
const name = `@pulumi-wasm/${platform}`;
const ending = process.platform === "win32" ? ".exe" : "";

let program;
try {
  program = require.resolve(`${name}/bin/pulumi-wasm${ending}`);
} catch {
  console.error(
    `error: pulumi-wasm has no program for ${platform}: the package \`${name}\` is not installed\n` +
      "hint: install without `--omit=optional`; if the platform is not in the list of releases, build the tool from source",
  );
  process.exit(1);
}

// The terminal sends an interrupt to both processes. The program decides when it ends, and other signals are passed on. Node.js
// calls the listeners after this script, but a signal that comes before they are set would end only this process.
let child;
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) {
  process.on(signal, () => child.kill(signal));
}

child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
child.on("error", (error) => {
  console.error(`error: ${program} cannot be started: ${error.message}`);
  process.exit(1);
});
child.on("exit", (status, signal) => {
  if (signal === null) {
    process.exit(status);
  }
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
