/** The named types of a schema under construction, and its mistakes. */
import { isObject } from "../value/json.js";
/** Collects the types of a package while its schema is made. */
export class Types {
    package;
    problems = [];
    /** Rules by token, for the manifest. */
    rules = {};
    #named = new Map();
    #tags = new Map();
    #uses = new Map();
    constructor(name) {
        this.package = name;
    }
    /** The token for a name: a full token, or a token of this package that begins with a colon. */
    token(name, module = "index") {
        if (name.startsWith(":"))
            return `${this.package}${name}`;
        return name.includes(":") ? name : `${this.package}:${module}:${name}`;
    }
    /** A reference to a part of the same schema. */
    static reference(part, token) {
        // These two characters of a token have a meaning inside a reference.
        return { $ref: `#/${part}/${token.replaceAll("%", "%25").replaceAll("/", "%2F")}` };
    }
    /** A reference to a named type, which is added if it is new. */
    named(token, definition, at, schema) {
        const found = this.#named.get(token);
        if (found === undefined) {
            // First the name, so that a type that contains itself finds it.
            const named = { definition, at, schema: {} };
            this.#named.set(token, named);
            named.schema = schema();
        }
        else if (found.definition !== definition) {
            this.problem(at, `the name \`${token}\` is used twice${found.at === undefined ? "" : `, first in ${found.at}`}; give one of the two another name`);
        }
        this.#uses.set(token, (this.#uses.get(token) ?? 0) + 1);
        return Types.reference("types", token);
    }
    /** Notes that a type is a variant of a union, with this tag. */
    tag(token, property, value, description, at) {
        const tag = this.#tags.get(token);
        if (tag === undefined) {
            this.#tags.set(token, { property, value, description, uses: 1 });
            return;
        }
        tag.uses += 1;
        if (tag.property !== property || tag.value !== value) {
            this.problem(at, `\`${token}\` is a variant with the tag \`${tag.value}\` and one with the tag \`${value}\``);
        }
    }
    /** Records a mistake and its place, once: an input is often an output, too. */
    problem(at, problem) {
        const told = at === undefined ? problem : `${at}: ${problem}`;
        if (!this.problems.includes(told))
            this.problems.push(told);
    }
    /** The schemas of all types. */
    finish() {
        for (const [token, tag] of this.#tags)
            this.#addTag(token, tag);
        return Object.fromEntries([...this.#named].map(([token, named]) => [token, named.schema]));
    }
    /** Adds the distinguishing property to a variant. */
    #addTag(token, { property, value, description, uses }) {
        const named = this.#named.get(token);
        if (named === undefined)
            return;
        if ((this.#uses.get(token) ?? 0) > uses) {
            this.problem(named.at, `\`${token}\` is a variant with the tag \`${property}\`, and also the type of a property, which has no tag; use two types`);
        }
        const properties = named.schema["properties"] ?? {};
        if (isObject(properties)) {
            if (Object.hasOwn(properties, property)) {
                this.problem(named.at, `\`${token}\` has a property \`${property}\`, which is the tag of its union: remove it, because the union adds it`);
            }
            properties[property] = { type: "string", const: value, ...(description === undefined ? {} : { description }) };
            named.schema["properties"] = properties;
        }
        const required = named.schema["required"];
        named.schema["required"] = [property, ...(Array.isArray(required) ? required : [])];
    }
}
