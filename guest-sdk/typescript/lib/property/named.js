/** Named and composed types: objects, enums, unions. */
import { InvalidError } from "../errors.js";
import { isObject, nameOf } from "../value/json.js";
import { given, own } from "../value/own.js";
import { keyPath } from "../value/path.js";
import * as wire from "../value/wire.js";
import { ruleMembers } from "../describe/rules.js";
import { arePropertiesIn, judgePlace } from "../describe/places.js";
import { objectSchema } from "../describe/schema.js";
import { PropertyValue, unexpected } from "./property.js";
import { asObject, decodeAll, encodeAll } from "./shape.js";
/** An object type. */
export class ObjectType {
    name;
    properties;
    options;
    /** The build's notes at the definition: file and line, and the doc comment. */
    note = {};
    constructor(name, properties, options) {
        this.name = name;
        this.properties = properties;
        this.options = options;
    }
    token(types) {
        return types.token(this.name, this.options.module);
    }
    schema(types) {
        if (this.name === "") {
            types.problem(this.note.at, 'an object type of a property has a name: write `object("Disk", { … })`');
            return { type: "object" };
        }
        const token = this.token(types);
        return types.named(token, this, this.note.at, () => {
            arePropertiesIn(this.properties, `\`${token}\``, this.note.at, types);
            judgePlace(this.properties, "object", `\`${token}\``, this.note.at, types);
            const schema = objectSchema(this.properties, types);
            const description = this.options.description ?? this.note.description;
            if (description !== undefined)
                schema["description"] = description;
            if (this.options.language !== undefined)
                schema["language"] = this.options.language;
            const rules = ruleMembers(this.properties, this.options.constraints);
            if (Object.keys(rules).length > 0)
                types.rules[token] = rules;
            return schema;
        });
    }
    decode(value, path, mode) {
        if (!isObject(value) || (mode !== "body" && wire.special(value) !== undefined))
            throw unexpected(path, "an object", value);
        return decodeAll(this.properties, value, path, mode);
    }
    encode(value, path, mode) {
        return encodeAll(this.properties, object(value, path), path, mode);
    }
}
function object(value, path) {
    if (typeof value !== "object" || value === null || Array.isArray(value))
        throw unexpected(path, "an object", value);
    return asObject(value, path);
}
/** A type of a fixed set of strings, or of whole numbers. */
export class EnumType {
    name;
    values;
    options;
    note = {};
    constructor(name, values, options) {
        this.name = name;
        this.options = options;
        const entries = Object.entries(values);
        this.values = new Map(entries.map(([key, value]) => [key, typeof value === "object" ? value : { value }]));
    }
    schema(types) {
        return types.named(types.token(this.name, this.options.module), this, this.note.at, () => {
            const rows = [...this.values].map(([name, one]) => {
                const [noted, notedDeprecated] = own(this.note.values ?? {}, name) ?? [];
                const row = { name, value: one.value };
                const description = one.description ?? noted;
                const deprecated = one.deprecated ?? notedDeprecated;
                if (description)
                    row["description"] = description;
                if (deprecated !== undefined)
                    row["deprecationMessage"] = deprecated;
                return row;
            });
            const schema = { type: this.#areNumbers(types) ? "integer" : "string", enum: rows };
            const description = this.options.description ?? this.note.description;
            if (description !== undefined)
                schema["description"] = description;
            if (this.options.language !== undefined)
                schema["language"] = this.options.language;
            return schema;
        });
    }
    /** Whether all of them are numbers. */
    #areNumbers(types) {
        const values = [...this.values.values()].map(({ value }) => value);
        const numbers = values.filter((value) => typeof value === "number");
        if (numbers.length > 0 && (numbers.length < values.length || !numbers.every(Number.isSafeInteger))) {
            types.problem(this.note.at, `the enum \`${this.name}\` mixes types: use strings only, or whole numbers only`);
        }
        return numbers.length > 0;
    }
    decode(value, path, mode) {
        return this.#known(value, path, mode);
    }
    encode(value, path, mode) {
        return this.#known(value, path, mode);
    }
    #known(value, path, mode) {
        const found = [...this.values.values()].find((one) => one.value === value);
        if (found !== undefined)
            return found.value;
        const [first] = this.values.values();
        if (typeof value !== typeof first?.value)
            throw unexpected(path, typeof first?.value === "number" ? "a whole number" : "a string", value);
        const known = [...this.values.values()].map((one) => `\`${one.value}\``).join(", ");
        throw new InvalidError(path, `expected one of ${known}, found ${mode === "body" ? "another value" : `\`${String(value)}\``}`);
    }
}
/** A type whose values are of the first alternative that fits. */
export class UnionType {
    alternatives;
    constructor(alternatives) {
        this.alternatives = alternatives;
    }
    schema(types) {
        const members = this.alternatives.map((alternative) => alternative.type.schema(types));
        const texts = members.map((member) => JSON.stringify(member));
        if (new Set(texts).size < texts.length) {
            types.problem(this.alternatives[0]?.facts.at, "two alternatives of a union are the same type in a schema");
        }
        return { oneOf: members };
    }
    decode(value, path, mode) {
        return this.#first(path, mode !== "body" && wire.containsUnknown(value), (alternative) => alternative.type.decode(value, path, mode));
    }
    encode(value, path, mode) {
        return this.#first(path, false, (alternative) => alternative.type.encode(value, path, mode));
    }
    #first(path, hasUnknown, attempt) {
        const failures = [];
        for (const alternative of this.alternatives) {
            try {
                return attempt(alternative);
            }
            catch (error) {
                if (!(error instanceof InvalidError))
                    throw error;
                failures.push(error);
            }
        }
        if (hasUnknown)
            throw new InvalidError(path, "is not known yet");
        // An error deep inside a value of one form is more useful than the error that another form does not fit.
        const inside = failures.find((failure) => failure.failures[0]?.property !== path);
        if (inside !== undefined)
            throw inside;
        throw new InvalidError(path, failures.flatMap((failure) => failure.failures.map((one) => one.reason)).join("; or "));
    }
}
/** A union of object types that a property tells apart. */
export class DiscriminatedUnionType {
    tag;
    variants;
    constructor(tag, variants) {
        this.tag = tag;
        this.variants = new Map(Object.entries(variants));
    }
    get alternatives() {
        return [...this.variants.values()];
    }
    schema(types) {
        const members = [];
        const mapping = {};
        for (const [value, variant] of this.variants) {
            const member = variant.type.schema(types);
            if (variant.type instanceof ObjectType) {
                types.tag(variant.type.token(types), this.tag, value, variant.facts.description, variant.facts.at ?? variant.type.note.at);
                mapping[value] = member["$ref"] ?? null;
            }
            else {
                types.problem(variant.facts.at, `the variant \`${value}\` is not an object type, so it has no place for the tag \`${this.tag}\``);
            }
            members.push(member);
        }
        return { oneOf: members, discriminator: { propertyName: this.tag, mapping } };
    }
    decode(value, path, mode) {
        if (!isObject(value))
            throw unexpected(path, "an object", value);
        const at = keyPath(path, this.tag);
        const { [this.tag]: _, ...rest } = value;
        const told = own(value, this.tag);
        if (told === undefined)
            throw new InvalidError(at, "is required");
        const found = mode === "body" ? told : wire.open(told);
        if (found === undefined)
            throw new InvalidError(at, "is not known yet");
        const variant = typeof found === "string" ? this.variants.get(found) : undefined;
        if (variant === undefined)
            throw this.#unexpected(at, mode === "body" && typeof found === "string" ? undefined : found);
        return { [this.tag]: found, ...variant.type.decode(rest, path, mode) };
    }
    encode(value, path, mode) {
        const found = given(object(value, path), this.tag);
        const variant = typeof found === "string" ? this.variants.get(found) : undefined;
        if (variant === undefined)
            throw this.#unexpected(keyPath(path, this.tag), found);
        return { ...variant.type.encode(value, path, mode), [this.tag]: found };
    }
    #unexpected(at, found) {
        const known = [...this.variants.keys()].map((value) => `\`${value}\``).join(", ");
        return new InvalidError(at, `expected one of ${known}, found ${typeof found === "string" ? `\`${found}\`` : found === undefined ? "another value" : nameOf(found)}`);
    }
}
/** A property of a named type. The build's notes at the definition belong to the type. */
export class NamedProperty extends PropertyValue {
    #named;
    constructor(type, facts = {}) {
        super(type, facts);
        this.#named = type;
    }
    /** Adds the build's notes at the definition of the type. */
    _define(at, description, values) {
        this.#named.note = { at, ...(description === "" ? {} : { description }), ...(values === undefined ? {} : { values }) };
        return this;
    }
}
