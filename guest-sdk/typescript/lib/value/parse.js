/** Parses maps from JSON texts. */
/** The map inside a request. */
export function parse(map) {
    return JSON.parse(map);
}
/** A map of a request that may be missing. */
export function parseOptional(map) {
    return map === undefined || map === null ? undefined : parse(map);
}
