/** What an author meant by a name that there is not. */
/** The known name that differs from this one in at most a third of its letters; `undefined` if no name does. */
export declare function closest(name: string, known: readonly string[]): string | undefined;
