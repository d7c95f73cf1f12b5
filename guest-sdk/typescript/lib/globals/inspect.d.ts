/** Values as people read them, for `console`. */
/** The value as text. What is secret is not shown. */
export declare function inspect(value: unknown, depth?: number): string;
