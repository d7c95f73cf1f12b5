/** The headers of `fetch`. */
/** `Headers` in a component. Several values of a name are joined by commas, except for `set-cookie`. */
export class Headers {
    #values = new Map();
    constructor(init) {
        if (init === undefined || init === null)
            return;
        const pairs = Symbol.iterator in init ? init : Object.entries(init);
        for (const [name, value] of pairs)
            if (value !== undefined)
                this.append(name, value);
    }
    append(name, value) {
        const key = String(name).toLowerCase();
        this.#values.set(key, [...(this.#values.get(key) ?? []), String(value).trim()]);
    }
    set(name, value) {
        this.#values.set(String(name).toLowerCase(), [String(value).trim()]);
    }
    delete(name) {
        this.#values.delete(String(name).toLowerCase());
    }
    get(name) {
        return this.#values.get(String(name).toLowerCase())?.join(", ") ?? null;
    }
    has(name) {
        return this.#values.has(String(name).toLowerCase());
    }
    getSetCookie() {
        return [...(this.#values.get("set-cookie") ?? [])];
    }
    forEach(callback, self) {
        for (const [name, value] of this)
            callback.call(self, value, name, this);
    }
    *entries() {
        for (const name of [...this.#values.keys()].sort()) {
            if (name === "set-cookie")
                for (const value of this.getSetCookie())
                    yield [name, value];
            else
                yield [name, this.get(name) ?? ""];
        }
    }
    *keys() {
        for (const [name] of this.entries())
            yield name;
    }
    *values() {
        for (const [, value] of this.entries())
            yield value;
    }
    [Symbol.iterator]() {
        return this.entries();
    }
    get [Symbol.toStringTag]() {
        return "Headers";
    }
}
