/** Text as bytes and back. The engine that components run in has no `TextEncoder` of its own. */
/** The text in UTF-8. Halves of characters become U+FFFD. */
export declare function encodeText(text: string): Uint8Array;
/** The text that bytes in UTF-8 are; `undefined` where they are not, or with `lossy`, U+FFFD in the place of what is not. */
export declare function decodeText(bytes: Uint8Array, lossy?: boolean): string | undefined;
