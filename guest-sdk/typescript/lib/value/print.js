/** JSON as text. */
import { stringify } from "./unknowns.js";
/** The value as text. It keeps the sign of -0, which Pulumi's numbers have and `JSON.stringify` drops. */
export function print(value) {
    return hasNegativeZero(value) ? written(value) : stringify(value);
}
/** Whether a number in it is -0. */
export function hasNegativeZero(value) {
    if (typeof value !== "object" || value === null)
        return Object.is(value, -0);
    return Object.values(value).some(hasNegativeZero);
}
function written(value) {
    if (Object.is(value, -0))
        return "-0.0";
    if (Array.isArray(value))
        return `[${value.map(written).join(",")}]`;
    if (typeof value !== "object" || value === null)
        return stringify(value);
    return `{${Object.entries(value).map(([name, member]) => `${stringify(name)}:${written(member)}`).join(",")}}`;
}
