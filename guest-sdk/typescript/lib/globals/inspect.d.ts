/** Values as people read them, for `console`. */
/** The value as text. Secrets are not shown. */
export declare function inspect(value: unknown, depth?: number): string;
