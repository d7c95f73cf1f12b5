/** The closest match for a misspelt name. */
/**
 * The known name that differs from this one in at most a third of its letters, or in fewer, `most`; `undefined` if no name does. Of short
 * names many differ in two letters: they may differ in one, or in the order of two.
 */
export declare function closest(name: string, known: readonly string[], most?: number): string | undefined;
