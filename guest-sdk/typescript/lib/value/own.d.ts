/**
 * Members by names that a schema, a program or a server chose. Each object inherits `toString`, `constructor` and others from
 * `Object.prototype`, and these are not values.
 */
/** A member that the object has itself. */
export declare function own<T>(members: Readonly<Record<string, T>>, name: string): T | undefined;
/** A member of an author's object, whose class may have getters. */
export declare function given(values: object, name: string): unknown;
/** Makes an absent property `undefined`, even if its name is inherited. It is not enumerable until it gets a value. */
export declare function leaveOut(values: object, name: string): void;
