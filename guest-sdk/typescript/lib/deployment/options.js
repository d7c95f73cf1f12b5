/** Options of resources, by the names that Pulumi has for them in Node.js. */
import { anything } from "../property/kinds.js";
/** Options as the interface has them, with the numbers of transforms. Throws an `InvalidError`. */
export function encodeOptions({ name: _, transforms: __, aliases, ...options }, group, numbers = []) {
    const { parent = group } = options;
    const all = { ...options, ...(parent === undefined ? {} : { parent }), ...(aliases === undefined ? {} : { aliases: aliases.map(encodeAlias) }), ...(numbers.length === 0 ? {} : { transforms: numbers }) };
    return anything(all, "", "declared");
}
function encodeAlias(alias) {
    if (typeof alias === "string")
        return alias;
    const { parent, ...rest } = alias;
    return { ...rest, ...(parent === undefined ? {} : { parentUrn: parent }) };
}
