/** The members that definitions may have, and what an author meant by another one. */
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
 * What is wrong with the members of a definition, a sentence each: one that nothing reads would do nothing. The build tells of those that
 * the type checker finds by the same sentences; it does not look into objects that are spread or made elsewhere.
 */
export declare function unknownMembers(kind: Kind, definition: Written, of: string): string[];
export {};
