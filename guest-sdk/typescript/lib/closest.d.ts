/** The closest match for a misspelt name. */
/**
 * The known name that differs from this name in at most a third of its letters, and in at most `most`; `undefined`
 * without one. Short names may only differ in one letter or in the order of two, because many short names differ in
 * two letters.
 */
export declare function closest(name: string, known: readonly string[], most?: number): string | undefined;
