/**
 * The snapshot of a process that makes scripts: Node continues this process, with the type checker loaded and the declarations
 * read, which take most of the time of a first check. Its results equal the results of `main.js`.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
/** Starts a process for a project once, and returns its snapshot. Fails if this version of Node cannot make snapshots. */
export async function ahead(project, output) {
    const here = dirname(fileURLToPath(import.meta.url));
    const [code, blob] = [`${output}.cjs`, `${output}.new`];
    try {
        // Node makes a snapshot of one file.
        const { outputFiles } = await esbuild.build({
            entryPoints: [join(here, "continued.js")],
            bundle: true,
            write: false,
            format: "cjs",
            platform: "node",
            target: "node18",
            logLevel: "silent",
            // The type checker looks for the declarations of the language beside its own file.
            define: { __filename: JSON.stringify(fileURLToPath(import.meta.resolve("typescript"))) },
            plugins: [laterEsbuild(join(here, "main.js"))],
        });
        writeFileSync(code, outputFiles[0].contents);
        execFileSync(process.execPath, ["--no-warnings", "--snapshot-blob", blob, "--build-snapshot", code, project], { stdio: "pipe" });
        return readFileSync(blob);
    }
    finally {
        for (const file of [code, blob])
            rmSync(file, { force: true });
    }
}
/** esbuild is found from this module's folder, when the process continues, because its files are not in the snapshot. */
function laterEsbuild(from) {
    const contents = [
        'const { createRequire } = require("node:module");',
        `exports.build = (...given) => createRequire(${JSON.stringify(from)})("esbuild").build(...given);`,
    ].join("\n");
    return {
        name: "later-esbuild",
        setup(build) {
            build.onResolve({ filter: /^esbuild$/ }, () => ({ path: "esbuild", namespace: "later" }));
            build.onLoad({ filter: /./, namespace: "later" }, () => ({ contents, loader: "js" }));
        },
    };
}
