/** Options of resources, by the names that Pulumi has for them in Node.js. */
import { closest } from "../closest.js";
import { InvalidError } from "../errors.js";
import { anything } from "../property/kinds.js";
import { MOMENTS } from "./hook.js";
/** The names of options of lookups. */
export const OF_LOOKUPS = ["parent", "provider", "dependsOn"];
/** The names of options of declared resources. */
export const OF_CHILDREN = [
    ...OF_LOOKUPS, "name", "providers", "protect", "retainOnDelete", "deleteBeforeReplace", "deletedWith", "replaceWith", "replacementTrigger",
    "ignoreChanges", "replaceOnChanges", "additionalSecretOutputs", "hideDiffs", "aliases", "customTimeouts", "import", "transforms", "hooks",
];
const OF_ALIASES = ["name", "type", "parent", "noParent", "stack", "project"];
const OF_TIMEOUTS = ["create", "update", "delete", "read"];
/** Fails for unknown options, and for unknown parts of them: the type checker does not check objects that are spread. */
export function judgeOptions(given, known) {
    refuseOthers(given, known, "options");
    if (given.customTimeouts !== undefined)
        refuseOthers(given.customTimeouts, OF_TIMEOUTS, "options.customTimeouts");
    if (given.hooks !== undefined)
        judgeHooks(given.hooks);
    for (const alias of given.aliases ?? [])
        if (typeof alias === "object")
            refuseOthers(alias, OF_ALIASES, "options.aliases");
}
/** Moments that only programs have. Without them, the closest match would be a wrong moment. */
const OF_DELETES = ["beforeDelete", "afterDelete"];
function judgeHooks(given) {
    for (const name of OF_DELETES.filter((name) => name in given)) {
        const reason = "the hooks of a component run in its construction, and a resource may be deleted in a deployment without one";
        throw new InvalidError(`options.hooks.${name}`, reason);
    }
    refuseOthers(given, MOMENTS, "options.hooks");
}
/** Options as the interface has them, with the numbers of functions. Throws an `InvalidError`. */
export function encodeOptions({ name: _, transforms: __, aliases, ...options }, group, numbers) {
    const { parent = group } = options;
    const all = { ...options, ...(parent === undefined ? {} : { parent }), ...(aliases === undefined ? {} : { aliases: aliases.map(encodeAlias) }), ...numbers };
    return anything(all, "", "declared");
}
function encodeAlias(alias) {
    if (typeof alias === "string")
        return alias;
    const { parent, ...rest } = alias;
    return { ...rest, ...(parent === undefined ? {} : { parentUrn: parent }) };
}
/** Fails for any other name: what silently does nothing is worse than an error. */
export function refuseOthers(given, known, path) {
    for (const name of Object.keys(given)) {
        if (known.includes(name))
            continue;
        const meant = closest(name, known);
        const hint = meant === undefined ? `the options are \`${known.join("`, `")}\`` : `did you mean \`${meant}\`?`;
        throw new InvalidError(`${path}.${name}`, `\`${name}\` is not an option; ${hint}`);
    }
}
