/** JSON values. */
/** Whether a value is an object of JSON: neither null nor an array. */
export function isObject(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
}
/** The kind of a value, for messages. */
export function nameOf(value) {
    if (value === null)
        return "null";
    if (value === undefined)
        return "nothing";
    if (Array.isArray(value))
        return "an array";
    switch (typeof value) {
        case "boolean":
            return "a boolean";
        case "number":
            return "a number";
        case "string":
            return "a string";
        case "function":
            return "a function";
        case "bigint":
            return "a bigint";
        case "symbol":
            return "a symbol";
        default:
            break;
    }
    const name = value.constructor?.name;
    return name === undefined || name === "Object" ? "an object" : `an object of the class ${name}`;
}
