/** Text as bytes and back. The engine that components run in has no `TextEncoder`. */
/** The text in UTF-8. Halves of characters become U+FFFD. */
export declare function encodeText(text: string): Uint8Array;
/** The text without the byte order mark that some servers begin a text with, and JSON does not allow. */
export declare function withoutMark(text: string): string;
/** The text of bytes in UTF-8; `undefined` for malformed bytes, or, with `lossy`, U+FFFD in their place. */
export declare function decodeText(bytes: Uint8Array, lossy?: boolean): string | undefined;
