/** The tokens of definitions. */
/** A definition whose token has a name and a module. */
export interface Named {
    readonly name: string;
    readonly module: string | undefined;
}
/** The token of a definition, or the given token. A name may be a full token, or a token of this package that begins with a colon. */
export declare function tokenOf(packageName: string, type: string | Named): string;
