/**
 * Where a loop is. A call that runs out of time is ended from outside, and the engine keeps nothing that could be read then. So
 * the build lets each loop of the author's count its turns, and after many of them the place is written where the host finds
 * it: into a page of memory with a mark at its beginning.
 */
/** Writes down where the caller is. */
export declare function noteTurn(): void;
/** Forgets it: a call begins. */
export declare function forgetTurns(): void;
declare global {
    var pulumiWasmTurn: (() => void) | undefined;
}
