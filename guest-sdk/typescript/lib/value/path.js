/** The place of a value in a property map, written the way Pulumi reads it: `rules[0].port`, `tags["a.b"]`. */
/** The path of the entry `key` below `parent`; an empty parent is the whole map. */
export function keyPath(parent, key) {
    if (key === "" || key === "*" || /[.[\]"]/.test(key))
        return `${parent}["${key.replaceAll('"', '\\"')}"]`;
    return parent === "" ? key : `${parent}.${key}`;
}
/** The path of the element at `index` below `parent`. */
export function indexPath(parent, index) {
    return `${parent}[${index}]`;
}
/** Whether `path` is `above`, or something inside it. */
export function isAtOrBelow(path, above) {
    if (!path.startsWith(above))
        return false;
    const next = path.charAt(above.length);
    return above === "" || next === "" || next === "." || next === "[";
}
