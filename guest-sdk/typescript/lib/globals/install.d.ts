/** The globals that the engine of components lacks, or has in a form that the snapshot of a build would freeze. */
/** Puts the globals in their places. `Date` is the engine's own, whose time is the host's. */
export declare function installGlobals(): void;
