/** Options of resources, by the names that Pulumi has for them in Node.js. */
import { anything } from "../property/kinds.js";
/** Options as the interface has them. Throws an `InvalidError`. */
export function encodeOptions({ name: _, aliases, ...options }, group) {
    const { parent = group } = options;
    const all = { ...options, ...(parent === undefined ? {} : { parent }), ...(aliases === undefined ? {} : { aliases: aliases.map(encodeAlias) }) };
    return anything(all, "", "declared");
}
function encodeAlias(alias) {
    if (typeof alias === "string")
        return alias;
    const { parent, ...rest } = alias;
    return { ...rest, ...(parent === undefined ? {} : { parentUrn: parent }) };
}
