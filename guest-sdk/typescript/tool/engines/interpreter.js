/**
 * The component of the development loop: the engine without a provider. An instance reads the provider as a script when it is
 * first entered. It is made for providers with component resources, so that an author's first one needs no other; the host calls
 * the functions for them only if the provider's manifest has some.
 */
import { hostImports, hostNames, HOST_GLOBAL, PROVIDER_GLOBAL } from "../bundle.js";
import { quickjs } from "./quickjs.js";
/** The functions of `lifecycle`. */
export const FUNCTIONS = [
    "checkConfig", "configure", "check", "diff", "create", "resume", "previewCreate", "read", "update", "previewUpdate", "delete", "migrate", "list", "invoke",
];
/** Those of `components`. */
export const COMPONENT_FUNCTIONS = ["construct", "callMethod", "runCallback", "close"];
const WORLD = "component-provider";
/** Makes the component. */
export async function interpreter(wit) {
    return await quickjs(entry(), wit, WORLD);
}
/** The engine's module. It is one line: lines of a stack are looked up in the provider's script, which begins later. */
function entry() {
    return [
        ...hostImports(WORLD),
        'import { read } from "pulumi-wasm:development/source@0.1.0";',
        `globalThis.${HOST_GLOBAL} = { ${hostNames(WORLD).join(", ")} };`,
        "let made;",
        "function load() {",
        "if (made === undefined) {",
        'let text = ""; for (let number = 0, part; (part = read(number)) !== ""; number++) text += part;',
        `(0, eval)(text); made = globalThis.${PROVIDER_GLOBAL};`,
        "}",
        "return made; }",
        "export const description = { describe() { return load().description.describe(); } };",
        exported("lifecycle", FUNCTIONS),
        exported("components", COMPONENT_FUNCTIONS),
    ].join(" ");
}
function exported(name, functions) {
    return `export const ${name} = { ${functions.map((called) => `${called}(request) { return load().${name}.${called}(request); }`).join(", ")} };`;
}
