/**
 * Members by names that a schema, a program or a server chose. Each object inherits `toString`, `constructor` and others from
 * `Object.prototype`, and these are not values.
 */
/** A member that the object has itself. */
export declare function own<T>(members: Readonly<Record<string, T>>, name: string): T | undefined;
/** The same of an object of the author, which may be of a class with getters. */
export declare function given(values: object, name: string): unknown;
/** Lets a property that is absent be `undefined`, whatever its name. It is not listed among the members until it gets a value. */
export declare function leaveOut(values: object, name: string): void;
