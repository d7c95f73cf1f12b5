/**
 * Members by names that a schema, a program or a server chose. Each object inherits `toString`, `constructor` and others from
 * `Object.prototype`, and these are not values.
 */

/** A member that the object has itself. */
export function own<T>(members: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

/** A member of an author's object, whose class may have getters. */
export function given(values: object, name: string): unknown {
  return name in Object.prototype && !Object.hasOwn(values, name) ? undefined : (values as Record<string, unknown>)[name];
}

/** Makes an absent property `undefined`, even if its name is inherited. It is not enumerable until it gets a value. */
export function leaveOut(values: object, name: string): void {
  if (!(name in Object.prototype)) return;
  const set = (value: unknown): void => {
    Object.defineProperty(values, name, { value, writable: true, enumerable: true, configurable: true });
  };
  Object.defineProperty(values, name, { get: () => undefined, set, enumerable: false, configurable: true });
}
