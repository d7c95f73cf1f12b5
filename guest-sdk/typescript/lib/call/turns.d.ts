/**
 * Records the place of a running loop or recursion. When the host ends a call that is out of time or stack, the
 * engine has no stack to read. So the build makes each loop of the author count its turns, and each recursive
 * function its calls, and after many of them the place is written where the host finds it: into a page of memory with
 * a mark at its beginning.
 */
/** Records the place of the caller, from the stack or from the argument: `walk (src/index.ts:12)`. */
export declare function noteTurn(at?: string): void;
/** Clears the page when a call begins. */
export declare function forgetTurns(): void;
declare global {
    var pulumiWasmTurn: ((at?: string) => void) | undefined;
}
