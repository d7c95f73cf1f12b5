/** Names that other frameworks have for a concept, and the answers here. Made of docs/author/synonyms.yaml by tests/documentation/synonyms.rs. */
/** By kind, and then by the name in lower case without underscores. An answer is a name, or advice with spaces in it. */
export type Synonyms = Readonly<Record<string, Readonly<Record<string, string>>>>;
export declare const OPTIONS: Synonyms;
export declare const NAMES: Synonyms;
export declare const PROVIDER: Synonyms;
export declare const ARGUMENTS: Synonyms;
export declare const HOOKS: Synonyms;
