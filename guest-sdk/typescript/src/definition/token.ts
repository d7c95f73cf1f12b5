/** The tokens of definitions. */

/** A definition whose token has a name and a module. */
export interface Named {
  readonly name: string;
  readonly module: string | undefined;
}

/** The token of a definition, or the given token. A name may be a full token, or a token of this package that begins with a colon. */
export function tokenOf(packageName: string, type: string | Named): string {
  if (typeof type === "string") return type;
  const { name, module = "index" } = type;
  if (name.startsWith(":")) return `${packageName}${name}`;
  return name.includes(":") ? name : `${packageName}:${module}:${name}`;
}
