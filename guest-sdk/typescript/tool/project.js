/** The facts about a provider in `package.json`. */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Mistakes } from "./mistake.js";
/** The JavaScript engines that a component may bring. */
export const ENGINES = ["quickjs", "starlingmonkey"];
/** Reads the project in a folder. */
export function readProject(folder) {
    const file = join(folder, "package.json");
    let text;
    try {
        text = readFileSync(file, "utf8");
    }
    catch {
        throw new Mistakes([{ file: "package.json", message: "the file does not exist", hint: "make a project with `pulumi-wasm new --lang typescript NAME`" }]);
    }
    let found;
    try {
        found = JSON.parse(text);
    }
    catch (error) {
        throw new Mistakes([{ file: "package.json", message: `it is not JSON: ${error.message}` }]);
    }
    const { source, engine = "quickjs", ...others } = found["pulumi-wasm"] ?? {};
    const [other] = Object.keys(others);
    if (other !== undefined) {
        throw new Mistakes([{ file: "package.json", message: `\`${other}\` is not an option in \`pulumi-wasm\`: the options are \`source\` and \`engine\`` }]);
    }
    if (!isEngine(engine)) {
        const names = ENGINES.map((name) => `"${name}"`).join(" or ");
        throw new Mistakes([{ file: "package.json", message: `the engine ${JSON.stringify(engine)} is unknown`, hint: `\`engine\` is ${names}; without it, it is "quickjs"` }]);
    }
    if (typeof source !== "string") {
        throw new Mistakes([
            { file: "package.json", message: "`pulumi-wasm.source`, the path of the provider's source, is missing", hint: 'add `"pulumi-wasm": { "source": "src/index.ts" }`' },
        ]);
    }
    const path = resolve(folder, source);
    if (!existsSync(path)) {
        throw new Mistakes([{ file: "package.json", message: `the source ${source} does not exist`, hint: "write the path of the provider's module as `source` of `pulumi-wasm`" }]);
    }
    return { folder, source: path, engine, facts: factsOf(found) };
}
function isEngine(name) {
    return ENGINES.some((engine) => engine === name);
}
function factsOf(found) {
    const facts = {};
    for (const key of ["name", "version", "description", "homepage", "license"]) {
        const value = found[key];
        if (typeof value === "string" && value !== "")
            facts[key] = value;
    }
    const { repository } = found;
    const url = typeof repository === "string" ? repository : repository?.url;
    if (typeof url === "string")
        facts["repository"] = url.replace(/^git\+/, "").replace(/\.git$/, "");
    return facts;
}
