/**
 * Promises whose jobs {@link settle} runs. The engine never runs jobs of native promises inside a call, so that the build lets `async`
 * functions use these promises as well.
 */
import { enqueue } from "./loop.js";
function capability(make) {
    let resolve = () => undefined;
    let reject = () => undefined;
    const promise = new make((one, other) => {
        resolve = one;
        reject = other;
    });
    return { promise, resolve, reject };
}
/** `Promise` in a component. */
export class LocalPromise {
    #state = "pending";
    #value;
    #reactions = [];
    static get [Symbol.species]() {
        return this;
    }
    get [Symbol.toStringTag]() {
        return "Promise";
    }
    constructor(executor) {
        if (typeof executor !== "function")
            throw new TypeError("a promise needs a function");
        const { resolve, reject } = this.#resolvers();
        try {
            executor(resolve, reject);
        }
        catch (error) {
            reject(error);
        }
    }
    /** The functions that settle it. Only the first call counts. */
    #resolvers() {
        let isOver = false;
        const once = (then) => (value) => {
            if (isOver)
                return;
            isOver = true;
            then(value);
        };
        const reject = (error) => this.#settle("rejected", error);
        return { resolve: once((value) => this.#follow(value)), reject: once(reject) };
    }
    #follow(value) {
        if (value === this) {
            this.#settle("rejected", new TypeError("a promise cannot wait for itself"));
            return;
        }
        let then;
        try {
            then = (typeof value === "object" && value !== null) || typeof value === "function" ? value.then : undefined;
        }
        catch (error) {
            this.#settle("rejected", error);
            return;
        }
        if (typeof then !== "function") {
            this.#settle("fulfilled", value);
            return;
        }
        const { resolve, reject } = this.#resolvers();
        enqueue(() => {
            try {
                then.call(value, resolve, reject);
            }
            catch (error) {
                reject(error);
            }
        });
    }
    #settle(state, value) {
        this.#state = state;
        this.#value = value;
        for (const reaction of this.#reactions)
            enqueue(reaction);
        this.#reactions = [];
    }
    then(fulfilled, rejected) {
        const species = this.constructor?.[Symbol.species] ?? LocalPromise;
        const next = capability(species);
        const react = () => {
            const handler = this.#state === "fulfilled" ? fulfilled : rejected;
            if (typeof handler !== "function") {
                (this.#state === "fulfilled" ? next.resolve : next.reject)(this.#value);
                return;
            }
            try {
                next.resolve(handler(this.#value));
            }
            catch (error) {
                next.reject(error);
            }
        };
        if (this.#state === "pending")
            this.#reactions.push(react);
        else
            enqueue(react);
        return next.promise;
    }
    catch(rejected) {
        return this.then(undefined, rejected);
    }
    finally(last) {
        if (typeof last !== "function")
            return this.then(last, last);
        return this.then((value) => LocalPromise.resolve(last()).then(() => value), (error) => LocalPromise.resolve(last()).then(() => {
            throw error;
        }));
    }
    static resolve(value) {
        const make = (typeof this === "function" ? this : LocalPromise);
        if (value instanceof LocalPromise && value.constructor === make)
            return value;
        const made = capability(make);
        made.resolve(value);
        return made.promise;
    }
    static reject(error) {
        const made = capability((typeof this === "function" ? this : LocalPromise));
        made.reject(error);
        return made.promise;
    }
    static withResolvers() {
        return capability(this);
    }
    static try(call, ...values) {
        return new this((resolve) => resolve(call(...values)));
    }
    static all(values) {
        return collect(this, values, (found, keep, reject) => found.then(keep, reject));
    }
    static allSettled(values) {
        return collect(this, values, (found, keep) => found.then((value) => keep({ status: "fulfilled", value }), (reason) => keep({ status: "rejected", reason })));
    }
    static any(values) {
        return new this((resolve, reject) => {
            collect(this, values, (found, keep) => found.then(resolve, keep)).then((errors) => {
                reject(new AggregateError(errors, "all promises were rejected"));
            });
        });
    }
    static race(values) {
        return new this((resolve, reject) => {
            for (const value of values)
                this.resolve(value).then(resolve, reject);
        });
    }
}
/** The promise of a list of results. It passes each promise to `handle`, which stores the result at the same place of the list. */
function collect(kind, values, handle) {
    return new kind((resolve, reject) => {
        const kept = [];
        let waiting = 1;
        const one = () => {
            waiting -= 1;
            if (waiting === 0)
                resolve(kept);
        };
        let index = 0;
        for (const value of values) {
            const place = index;
            index += 1;
            waiting += 1;
            const keep = (element) => {
                kept[place] = element;
                one();
            };
            handle(kind.resolve(value), keep, reject);
        }
        one();
    });
}
