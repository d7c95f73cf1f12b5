/**
 * `node main.js component PROJECT WIT PACKAGES OUTPUT`: from a project to a component, or to everything that is wrong with it.
 * The list of the packages in the component is written beside it.
 *
 * For the development loop the same in two parts: `node main.js interpreter WIT OUTPUT` makes a component that reads its
 * provider, and `node main.js script PROJECT OUTPUT` the provider that it reads. `node main.js ahead PROJECT OUTPUT` does
 * the first part of `script` ahead: a later process of `script` continues from its state.
 */
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { bundle } from "./bundle.js";
import { check } from "./check.js";
import { component } from "./component.js";
import { ahead } from "./ahead.js";
import { interpreter } from "./engines/interpreter.js";
import { Mistakes, warn } from "./mistake.js";
import { packagesOf } from "./packages.js";
import { readProject } from "./project.js";
import { script } from "./script.js";
/** The targets by name: the number of arguments before the output, and the function for these arguments and the output. */
const TARGETS = {
    component: [3, async (folder, wit, packages) => {
            const project = readProject(realpathSync(folder));
            const bundled = await bundle(project, check(project, warn));
            write(packages, JSON.stringify({ engine: project.engine, packages: packagesOf(project, bundled.files) }));
            return await component(bundled, project.engine, wit);
        }],
    interpreter: [1, async (wit) => await interpreter(wit)],
    script: [1, async (folder) => await script(folder)],
    ahead: [1, async (folder, output) => await ahead(folder, output)],
};
function write(file, made) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, made);
}
async function main([name = "", ...given]) {
    const [count, make] = TARGETS[name] ?? [];
    const output = given.at(-1);
    if (count === undefined || make === undefined || output === undefined || given.length !== count + 1) {
        console.error("usage: node main.js component PROJECT WIT PACKAGES OUTPUT | interpreter WIT OUTPUT | script PROJECT OUTPUT | ahead PROJECT OUTPUT");
        return 2;
    }
    try {
        write(output, await make(...given));
        return 0;
    }
    catch (error) {
        if (!(error instanceof Mistakes))
            throw error;
        console.error(error.message);
        return 1;
    }
}
process.exitCode = await main(process.argv.slice(2));
