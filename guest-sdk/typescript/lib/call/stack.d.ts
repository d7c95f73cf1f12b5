/** The place in the author's source at which an exception was thrown. */
/**
 * The source map of the bundle: for each file of the author, runs of lines as
 * `[first line of the bundle, first line of the file, count]`. Written by the build.
 */
export type Lines = Readonly<Record<string, readonly (readonly [number, number, number])[]>>;
/** Takes the table that the build wrote. */
export declare function setLines(table: Lines | undefined): void;
/** One line for each frame of the exception in the author's files, the innermost first. The middle of a long stack is left out. */
export declare function places(error: Error): string[];
/** The place in the author's files that called this package, such as `src/index.ts:12`; empty if the build wrote no table. */
export declare function callersPlace(): string;
