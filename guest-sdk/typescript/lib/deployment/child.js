/** The handle of a declared resource. */
import { callersPlace } from "../call/stack.js";
import { ProviderError } from "../errors.js";
import { Expressed } from "../value/expressed.js";
import * as wire from "../value/wire.js";
import { ANYTHING, knownAt, knownMembers } from "./known.js";
import { Output, unreadable } from "./output.js";
/**
 * A resource that the component declared: a custom resource, a group or another component; or one that it looked up.
 * `T` is the type of its outputs, `unknown` if only a token names the type. As a value, it is a reference to the
 * resource. Its outputs are valid until the component is constructed.
 */
export class Child extends Expressed {
    /** The name in full, such as `site-bucket`; empty for a resource that came in as a reference. */
    name;
    /** The type token; empty for a resource that the component received as a reference without a type. */
    token;
    #whole;
    #session;
    /** The number of the node. Internal to this package. */
    _node;
    #outputs;
    #call;
    /** Internal to this package. */
    constructor({ session, node, token, name, outputs, call }) {
        super();
        this.token = token;
        this.name = name;
        this.#session = session;
        this._node = node;
        this.#outputs = outputs;
        this.#call = call;
        this.#whole = new Output(wire.output(node, ""), ANYTHING, session);
    }
    /** The id that the provider gives. Groups and components have no id. */
    get id() {
        return this.#below("id");
    }
    get urn() {
        return this.#below("urn");
    }
    /** The resource itself as a value. */
    get reference() {
        return this.#whole;
    }
    output(path) {
        const [name = path] = path.split(/[.[]/, 1);
        const names = this.#outputs && Object.keys(this.#outputs);
        if (names !== undefined && ![...names, "id", "urn"].includes(name)) {
            const place = callersPlace();
            const known = names.map((known) => `\`${known}\``).join(", ");
            throw new ProviderError(`\`${this.name}\` has no output \`${name}\`${place === "" ? "" : `, which ${place} reads`}; its outputs are ${known}`);
        }
        return this.#below(path);
    }
    /**
     * Calls a method of the resource. It is named as in the schema, `getKubeconfig`, or by its whole token, such as
     * `eks:index:Cluster/getKubeconfig`, which a resource needs whose type is not known. The results are below the output.
     */
    call(method, inputs = {}, options = {}) {
        const token = method.includes(":") || this.token === "" ? method : `${this.token}/${method}`;
        return new Output(wire.output(this.#call(token, { ...inputs, __self__: this }, options), ""), ANYTHING);
    }
    #below(path) {
        const known = this.#outputs === undefined ? ANYTHING : knownAt(knownMembers(this.#outputs), path);
        return new Output(wire.output(this._node, path), known, this.#session);
    }
    /** Internal to this package. */
    _express(path) {
        return this.#whole._express(path);
    }
    /** Always fails: a resource cannot be converted to text. */
    toString() {
        throw unreadable("a resource cannot be converted to text, because its outputs are known only later", "write `resource.id`, `resource.urn` or `resource.output(\"…\")`, in interpolate`…`");
    }
    /** Always fails, for templates and `+` as well. */
    [Symbol.toPrimitive]() {
        return this.toString();
    }
    /** A resource has no JSON. */
    toJSON() {
        throw unreadable("a resource cannot be written as JSON, because its outputs are known only later", "write `resource.output(\"…\").apply((value) => JSON.stringify(value))`");
    }
}
