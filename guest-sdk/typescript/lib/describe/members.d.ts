/** The members that definitions may have, and the closest match for other names. */
/** A definition as an author wrote it: it may have members that nothing reads. */
type Written = object;
/** The members of each kind of definition, as `definitions.ts` and `provider.ts` declare them. */
declare const KNOWN: {
    readonly resource: readonly [...string[], "inputs", "outputs", "aliases", "autoName", "importId", "deleteBeforeReplace", "refreshBeforeUpdate", "consistency", "concurrency", "constraints", "create", "resume", "check", "diff", "previewCreate", "read", "update", "previewUpdate", "delete", "migrations", "query", "list"];
    readonly function: readonly [...string[], "inputs", "outputs", "pure", "positional", "constraints", "call"];
    readonly component: readonly [...string[], "inputs", "outputs", "aliases", "constraints", "construct"];
    readonly method: readonly [...string[], "inputs", "outputs", "constraints", "call"];
    readonly configuration: readonly ["constraints", "check", "configure"];
    readonly provider: readonly ["name", "version", "description", "homepage", "repository", "license", "displayName", "publisher", "namespace", "attribution", "logoUrl", "pluginDownloadUrl", "keywords", "language", "mappings", "net", "env", "config", "resources", "functions", "components", "methods", "packages"];
};
/** A kind of definition. */
export type Kind = keyof typeof KNOWN;
/**
 * A sentence for each unknown member of a definition, because such a member would have no effect. The build uses the same sentences for
 * members that the type checker finds. The type checker does not check objects that are spread or made elsewhere.
 */
export declare function unknownMembers(kind: Kind, definition: Written, of: string): string[];
export {};
