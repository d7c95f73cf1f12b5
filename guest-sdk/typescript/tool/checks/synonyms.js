/** Names of other frameworks that an author wrote, and the names of the SDK. */
import { ARGUMENTS, NAMES, OPTIONS } from "../../lib/describe/synonyms.js";
/** The kinds of properties in the table, by the types of their builders. */
const KINDS = { Number: "number", String: "string", Array: "list", Record: "map" };
/** The kinds of arguments in the table, by the interfaces that have them. */
const INTERFACES = {
    Backoff: "backoff",
    Net: "net",
    ClientOptions: "client",
    RetryOptions: "request",
    RequestOptions: "request",
    BodyOptions: "request",
};
/** The hint for a complaint of the type checker about a name that the SDK does not have; `undefined` if the table does not know the name. */
export function nameHere(complaint) {
    if (/has no properties in common with type 'BodyOptions'/.test(complaint))
        return "a body is an option: write `{ json: … }`";
    return configured(complaint) ?? synonym(complaint);
}
/** The way to the configuration or to its client, for a complaint about another way. */
function configured(complaint) {
    const [, name, type] = /^Property '(\w+)' does not exist on type '(.+)'\.$/.exec(complaint) ?? [];
    if (name === undefined || type === undefined)
        return undefined;
    const [, parameter] = /^<(\w+)>\(config: Configuration</.exec(type) ?? [];
    if (parameter !== undefined) {
        const asked = type.endsWith(`, ${parameter}>) => ${parameter}`) || name === "client" ? "client" : "config";
        return `\`cx.${asked}\` is a function: write \`cx.${asked}(Settings)${name === "client" ? "" : `.${name}`}\``;
    }
    if (name === "inputs" && type.startsWith("{"))
        return "the first parameter has the inputs themselves: write `call({ name }, cx)` in a function, and `old.name` for a recorded value";
    if (type.startsWith("Config<"))
        return `hooks read the value by \`cx.config(Settings).${name}\`, and \`net\` refers to it by \`{ host: Settings.ref("${name}") }\``;
    const isOfClient = name === "client" || /^(?:get|post|put|patch|delete|request)$/.test(name);
    return isOfClient && type.startsWith("{") ? "the client that `configure` returned is `cx.client(Settings)`" : undefined;
}
function synonym(complaint) {
    const [, option, builder] = /^Property '(\w+)' does not exist on type '(\w+)Property</.exec(complaint) ?? [];
    if (option !== undefined)
        return hintOf(answer(OPTIONS, option, KINDS[builder ?? ""] ?? "", ""), (name) => (name.includes("(") ? `.${name}` : `.${name}()`));
    const [, imported] = /["']pulumi-wasm-provider["']' has no exported member (?:named )?'(\w+)'/.exec(complaint) ?? [];
    if (imported !== undefined)
        return hintOf(answer(NAMES, imported, ""), (name) => name);
    const [, argument, owner] = /'(\w+)' does not exist in type '(\w+)/.exec(complaint) ?? [];
    if (argument === undefined)
        return undefined;
    return hintOf(answer(ARGUMENTS, argument, INTERFACES[owner ?? ""] ?? owner ?? ""), (name) => name);
}
/** The answer to a name, by the first of the kinds that has an answer. */
function answer(table, name, ...kinds) {
    const plain = name.replaceAll("_", "").toLowerCase();
    return kinds.map((kind) => table[kind]).find((names) => names !== undefined && Object.hasOwn(names, plain))?.[plain];
}
function hintOf(answered, written) {
    if (answered === undefined || answered.includes(" "))
        return answered;
    return `did you mean \`${written(answered)}\`?`;
}
