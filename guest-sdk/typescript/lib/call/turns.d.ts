/**
 * Where a loop is, or a function that calls itself. A call that runs out of time or of stack is ended from outside, and the engine keeps
 * nothing that could be read then. So the build lets each loop of the author's count its turns, and each such function its calls, and
 * after many of them the place is written where the host finds it: into a page of memory with a mark at its beginning.
 */
/** Writes down where the caller is, which the stack says, unless the caller does: `walk (src/index.ts:12)`. */
export declare function noteTurn(at?: string): void;
/** Forgets it: a call begins. */
export declare function forgetTurns(): void;
declare global {
    var pulumiWasmTurn: ((at?: string) => void) | undefined;
}
