/** The members that definitions may have, and what an author meant by another one. */

/** A definition as an author wrote it: it may have members that nothing reads. */
type Written = object;

const DESCRIBED = ["description", "deprecated", "language", "module"];

/** The members of each kind of definition, as `definitions.ts` and `provider.ts` declare them. */
const KNOWN = {
  resource: [
    ...DESCRIBED, "inputs", "outputs", "aliases", "name", "importId", "deleteBeforeReplace", "refreshBeforeUpdate", "consistency", "concurrency",
    "constraints", "create", "resume", "check", "diff", "previewCreate", "read", "update", "previewUpdate", "delete", "migrations", "query", "list",
  ],
  function: [...DESCRIBED, "inputs", "outputs", "pure", "positional", "constraints", "call"],
  component: [...DESCRIBED, "inputs", "outputs", "aliases", "constraints", "construct"],
  method: [...DESCRIBED.filter((name) => name !== "module"), "inputs", "outputs", "constraints", "call"],
  configuration: ["constraints", "check", "configure"],
  provider: [
    "name", "version", "description", "homepage", "repository", "license", "displayName", "publisher", "namespace", "attribution", "logoUrl",
    "pluginDownloadUrl", "keywords", "language", "mappings", "net", "env", "config", "resources", "functions", "components",
    "methods", "uses",
  ],
} as const;

/** What other frameworks call the hooks of a resource. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  destroy: "delete", remove: "delete", get: "read", refresh: "read", find: "list", search: "list", modify: "update", validate: "check", preview: "previewCreate",
  plan: "previewCreate",
};

/**
 * What is wrong with the members of a definition, a sentence each: one that nothing reads would do nothing. The type checker
 * tells of most of them; it does not look into objects that are spread or made elsewhere.
 */
export function unknownMembers(kind: keyof typeof KNOWN, definition: Written, of: string): string[] {
  const known: readonly string[] = KNOWN[kind];
  return Object.keys(definition)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const meant = (kind === "resource" ? OTHER_NAMES[name] : undefined) ?? closest(name, known);
      const hint = meant === undefined ? "put functions of your own outside of the definition" : `did you mean \`${meant}\`?`;
      return `\`${name}\` of ${of} is not a member of a ${kind} definition, so the host never asks for it: ${hint}`;
    });
}

/** The known name that differs from this one in at most a third of its letters; `undefined` if no name does. */
function closest(name: string, known: readonly string[]): string | undefined {
  const [best] = known.map((other) => ({ other, far: distance(name.toLowerCase(), other.toLowerCase()) })).sort((one, two) => one.far - two.far);
  return best !== undefined && best.far <= Math.ceil(best.other.length / 3) ? best.other : undefined;
}

/** How many letters have to be put in, taken out or changed to make one name of the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
