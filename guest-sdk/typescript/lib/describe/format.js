/** The manifest's format: the lowest that has all keys which a manifest uses, so that hosts of any age read what they can. */
import { isObject } from "../value/json.js";
/** The first format that there was. */
const FIRST = 1;
/** The places of keys that a format added. `*` is any name. The host has the same table. */
const ADDED = [
    [2, ["resources", "*", "properties", "*", "computed"]],
    [2, ["types", "*", "properties", "*", "computed"]],
    [2, ["resources", "*", "outputDependencies"]],
    [2, ["resources", "*", "concurrency"]],
    [2, ["wants", "net", "*", "tls"]],
    [2, ["wants", "net", "*", "proxy"]],
    [3, ["uses"]],
    [3, ["schema", "resources", "*", "isComponent"]],
    [3, ["schema", "resources", "*", "methods"]],
];
/** The format that a manifest has to have. */
export function formatOf(manifest) {
    const used = ADDED.filter(([, path]) => has(manifest, path));
    return Math.max(FIRST, ...used.map(([since]) => since));
}
/** Whether something stands at a path. */
function has(value, [step, ...rest]) {
    if (value === undefined)
        return false;
    if (step === undefined)
        return true;
    if (Array.isArray(value))
        return step === "*" && value.some((inner) => has(inner, rest));
    if (!isObject(value))
        return false;
    const found = step === "*" ? Object.values(value) : [value[step]];
    return found.some((inner) => has(inner, rest));
}
