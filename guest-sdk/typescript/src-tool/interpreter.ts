/**
 * The component of the development loop: the engine without a provider. An instance reads the provider as a script when it is
 * first entered.
 */

import { hostImports, HOST_GLOBAL, HOST_NAMES, PROVIDER_GLOBAL } from "./bundle.js";
import { quickjs } from "./quickjs.js";

/** The functions of `lifecycle`. */
const FUNCTIONS = ["checkConfig", "configure", "check", "diff", "create", "read", "update", "delete", "migrate", "list", "invoke"] as const;

/** Makes the component. */
export async function interpreter(wit: string): Promise<Uint8Array> {
  return await quickjs(entry(), wit);
}

/** The engine's module. It is one line: lines of a stack are looked up in the provider's script, which begins later. */
function entry(): string {
  return [
    ...hostImports(),
    'import { read } from "pulumi-wasm:development/source@0.1.0";',
    `globalThis.${HOST_GLOBAL} = { ${HOST_NAMES.join(", ")} };`,
    "let made;",
    "function load() {",
    "if (made === undefined) {",
    'let text = ""; for (let number = 0, part; (part = read(number)) !== ""; number++) text += part;',
    `(0, eval)(text); made = globalThis.${PROVIDER_GLOBAL};`,
    "}",
    "return made; }",
    "export const description = { describe() { return load().description.describe(); } };",
    `export const lifecycle = { ${FUNCTIONS.map((name) => `${name}(request) { return load().lifecycle.${name}(request); }`).join(", ")} };`,
  ].join(" ");
}
