/** The members that definitions may have, and the closest match for other names. */
import { closest } from "../closest.js";
import { HOOKS, PROVIDER } from "./synonyms.js";
const DESCRIBED = ["description", "deprecated", "language", "module"];
/** The members of each kind of definition, as `definitions.ts` and `provider.ts` declare them. */
const KNOWN = {
    resource: [
        ...DESCRIBED, "inputs", "outputs", "aliases", "autoName", "importId", "deleteBeforeReplace", "refreshBeforeUpdate", "consistency", "concurrency",
        "constraints", "create", "resume", "check", "diff", "previewCreate", "read", "update", "previewUpdate", "delete", "migrations", "query", "list",
    ],
    function: [...DESCRIBED, "inputs", "outputs", "pure", "positional", "constraints", "call"],
    component: [...DESCRIBED, "inputs", "outputs", "aliases", "constraints", "construct"],
    method: [...DESCRIBED.filter((name) => name !== "module"), "inputs", "outputs", "constraints", "call"],
    configuration: ["constraints", "check", "configure"],
    provider: [
        "name", "version", "description", "homepage", "repository", "license", "displayName", "publisher", "namespace", "attribution", "logoUrl",
        "pluginDownloadUrl", "keywords", "language", "mappings", "net", "env", "config", "resources", "functions", "components",
        "methods", "packages",
    ],
};
/**
 * A sentence for each unknown member of a definition, because such a member would have no effect. The build uses the same sentences for
 * members that the type checker finds. The type checker does not check objects that are spread or made elsewhere.
 */
export function unknownMembers(kind, definition, of) {
    const known = KNOWN[kind];
    return Object.keys(definition)
        .filter((name) => !known.includes(name))
        .map((name) => {
        const meant = meantBy(name, known, (kind === "provider" ? PROVIDER : HOOKS)[kind] ?? {});
        const hint = meant === undefined ? "put functions of your own outside of the definition" : meant.includes(" ") ? meant : `did you mean \`${meant}\`?`;
        return `\`${name}\` of ${of} is not a member of a ${kind} definition, so the host never asks for it: ${hint}`;
    });
}
/** The member that an author may have meant. */
function meantBy(name, known, others) {
    const plain = name.toLowerCase().replaceAll("_", "");
    const exact = Object.hasOwn(others, plain) ? others[plain] : undefined;
    const found = exact ?? closest(name, known);
    if (found !== undefined)
        return found;
    const other = closest(plain, Object.keys(others), 1);
    // `deleteZone`: other frameworks put the kind of resource into the hook's name; here the definition is the kind.
    return other === undefined ? known.find((member) => name.startsWith(member) && /^[A-Z_]/.test(name.slice(member.length))) : others[other];
}
