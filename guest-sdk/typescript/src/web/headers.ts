/** The headers of `fetch`. */

type Pairs = Iterable<readonly [string, string]> | Readonly<Record<string, string>>;

/** `Headers` in a component. Several values of a name are joined by commas, except for `set-cookie`. */
export class Headers {
  readonly #values = new Map<string, string[]>();

  constructor(init?: Headers | Pairs | null) {
    if (init === undefined || init === null) return;
    const pairs = Symbol.iterator in init ? (init as Iterable<readonly [string, string]>) : Object.entries(init);
    for (const [name, value] of pairs) if (value !== undefined) this.append(name, value);
  }

  append(name: string, value: string): void {
    const key = String(name).toLowerCase();
    this.#values.set(key, [...(this.#values.get(key) ?? []), String(value).trim()]);
  }

  set(name: string, value: string): void {
    this.#values.set(String(name).toLowerCase(), [String(value).trim()]);
  }

  delete(name: string): void {
    this.#values.delete(String(name).toLowerCase());
  }

  get(name: string): string | null {
    return this.#values.get(String(name).toLowerCase())?.join(", ") ?? null;
  }

  has(name: string): boolean {
    return this.#values.has(String(name).toLowerCase());
  }

  getSetCookie(): string[] {
    return [...(this.#values.get("set-cookie") ?? [])];
  }

  forEach(callback: (value: string, name: string, all: Headers) => void, self?: unknown): void {
    for (const [name, value] of this) callback.call(self, value, name, this);
  }

  *entries(): IterableIterator<[string, string]> {
    for (const name of [...this.#values.keys()].sort()) {
      if (name === "set-cookie") for (const value of this.getSetCookie()) yield [name, value];
      else yield [name, this.get(name) ?? ""];
    }
  }

  *keys(): IterableIterator<string> {
    for (const [name] of this.entries()) yield name;
  }

  *values(): IterableIterator<string> {
    for (const [, value] of this.entries()) yield value;
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.entries();
  }

  get [Symbol.toStringTag](): string {
    return "Headers";
  }
}
