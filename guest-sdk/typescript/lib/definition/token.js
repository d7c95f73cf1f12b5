/** The tokens of definitions. */
/** The token of a definition, or the given token. A name may be a full token, or a token of this package that begins with a colon. */
export function tokenOf(packageName, type) {
    if (typeof type === "string")
        return type;
    const { name, module = "index" } = type;
    if (name.startsWith(":"))
        return `${packageName}${name}`;
    return name.includes(":") ? name : `${packageName}:${module}:${name}`;
}
