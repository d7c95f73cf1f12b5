/** Numbers and texts that fit the interface: others would end the instance. */
/** The largest whole number of 32 bits. */
export declare const MAX_U32 = 4294967295;
/** A whole number from 0 to the largest of 32 bits. */
export declare function u32(value: number): number;
/** Milliseconds, at least 1 where 0 would mean something else. */
export declare function milliseconds(value: number): number;
/** The text without halves of characters, which no other language can hold. */
export declare function text(value: unknown): string;
