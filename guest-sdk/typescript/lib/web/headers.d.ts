/** The headers of `fetch`. */
type Pairs = Iterable<readonly [string, string]> | Readonly<Record<string, string>>;
/** `Headers` in a component. Several values of a name are joined by commas, except for `set-cookie`. */
export declare class Headers {
    #private;
    constructor(init?: Headers | Pairs | null);
    append(name: string, value: string): void;
    set(name: string, value: string): void;
    delete(name: string): void;
    get(name: string): string | null;
    has(name: string): boolean;
    getSetCookie(): string[];
    forEach(callback: (value: string, name: string, all: Headers) => void, self?: unknown): void;
    entries(): IterableIterator<[string, string]>;
    keys(): IterableIterator<string>;
    values(): IterableIterator<string>;
    [Symbol.iterator](): IterableIterator<[string, string]>;
    get [Symbol.toStringTag](): string;
}
export {};
