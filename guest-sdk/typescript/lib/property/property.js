/** One property: its type and its options. */
var _a;
import { InvalidError } from "../errors.js";
import { Expressed } from "../value/expressed.js";
import { nameOf } from "../value/json.js";
import { noteUnknown } from "../value/unknowns.js";
import { Secret, UNKNOWN } from "../value/special.js";
import * as wire from "../value/wire.js";
/**
 * The implementation of a property. Each method returns a new property, so that several properties can share a
 * beginning. Authors see only the interfaces in `builders.ts`, which know the type of its values.
 */
export class PropertyValue {
    type;
    facts;
    constructor(type, facts = {}) {
        this.type = type;
        this.facts = facts;
    }
    #with(facts) {
        return new _a(this.type, { ...this.facts, ...facts });
    }
    #rule(rules) {
        return this.#with({ rules: { ...this.facts.rules, ...rules } });
    }
    optional() {
        return this.#with({ optional: true });
    }
    default(value) {
        return this.#with({ default: literal(value) });
    }
    env(...names) {
        return this.#with({ environment: [...(this.facts.environment ?? []), ...names] });
    }
    constant(value) {
        return this.#with({ constant: literal(value) });
    }
    secret() {
        return this.#with({ secret: true });
    }
    secretAware() {
        return this.#with({ secretAware: true });
    }
    replace() {
        return this.#with({ replace: true });
    }
    willReplace() {
        return this.#with({ willReplace: true });
    }
    stable() {
        return this.#with({ stable: true });
    }
    stateInput() {
        return this.#with({ stateInput: true });
    }
    serverDefault() {
        return this.#with({ serverDefault: true, optional: true });
    }
    dependsOn(...inputs) {
        return this.#with({ dependsOn: inputs });
    }
    inputOnly() {
        return this.#with({ inputOnly: true });
    }
    writeOnly() {
        return this.#with({ inputOnly: true, writeOnly: true, secret: true });
    }
    plain() {
        return this.#with({ plain: true });
    }
    deprecated(message) {
        return this.#with({ deprecated: message });
    }
    language(options) {
        return this.#with({ language: options });
    }
    description(description) {
        return this.#with({ description });
    }
    gte(value) {
        return this.#rule({ minimum: value });
    }
    lte(value) {
        return this.#rule({ maximum: value });
    }
    gt(value) {
        return this.#rule({ exclusiveMinimum: value });
    }
    lt(value) {
        return this.#rule({ exclusiveMaximum: value });
    }
    multipleOf(value) {
        return this.#rule({ multipleOf: value });
    }
    minLength(count) {
        return this.#rule({ minLength: count });
    }
    maxLength(count) {
        return this.#rule({ maxLength: count });
    }
    pattern(pattern, reason) {
        const text = typeof pattern === "string" ? pattern : inline(pattern);
        return this.#rule(reason === undefined ? { pattern: text } : { pattern: text, patternReason: reason });
    }
    format(format) {
        return this.#rule({ format });
    }
    minItems(count) {
        return this.#rule({ minItems: count });
    }
    maxItems(count) {
        return this.#rule({ maxItems: count });
    }
    uniqueItems() {
        return this.#rule({ uniqueItems: true });
    }
    minProperties(count) {
        return this.#rule({ minProperties: count });
    }
    maxProperties(count) {
        return this.#rule({ maxProperties: count });
    }
    keyPattern(pattern) {
        return this.#rule({ keyPattern: typeof pattern === "string" ? pattern : inline(pattern) });
    }
    compare(...ways) {
        return this.#rule({ compare: ways });
    }
    /** Adds what the build found in the source: file and line, the doc comment, and its tag `@deprecated`. */
    _note(at, description, deprecated) {
        const { facts } = this;
        return this.#with({
            at: facts.at ?? at,
            ...(facts.description === undefined && description !== "" ? { description } : {}),
            ...(facts.deprecated === undefined && deprecated !== undefined ? { deprecated } : {}),
        });
    }
    /**
     * Its rules in the form of the manifest, with the rules of its elements. `isSet` says whether programs give the values:
     * then the rules of the type apply as well.
     */
    rules(isSet) {
        const own = this.facts.rules ?? {};
        const { patternReason, ...natural } = (isSet && this.facts.constant === undefined && this.type.natural) || {};
        // The reason of the type does not explain the author's pattern.
        const reason = patternReason === undefined || "pattern" in own ? {} : { patternReason };
        const rules = { ...natural, ...reason, ...own };
        const items = this.type.element?.rules(isSet) ?? {};
        if (Object.keys(items).length > 0)
            rules["items"] = items;
        if (this.facts.writeOnly)
            rules["writeOnly"] = true;
        if (this.facts.serverDefault)
            rules["serverDefault"] = true;
        return rules;
    }
    /** Reads a value. An absent property, or a null of an optional one, is `undefined`. */
    decode(value, path, mode) {
        const { facts } = this;
        // A required constant has only one value, so the program need not give it.
        const fallback = facts.default ?? (facts.optional ? undefined : facts.constant);
        let given = value;
        if (given === undefined || (wire.isNull(given) && (facts.default !== undefined || facts.optional))) {
            if (fallback === undefined) {
                if (facts.optional || mode === "preview")
                    return undefined;
                throw new InvalidError(path, `is required${hint(facts)}`);
            }
            given = fallback;
        }
        const opened = mode === "body" ? given : wire.open(given);
        if (opened === undefined) {
            if (mode === "plain")
                throw new InvalidError(path, "is not known yet");
            noteUnknown();
            return UNKNOWN;
        }
        const decoded = this.type.decode(opened, path, mode);
        return facts.secretAware && mode !== "body" && wire.isSecret(given) ? new Secret(decoded) : decoded;
    }
    /** Writes a value; `undefined` leaves the property out. */
    encode(value, path, mode) {
        if (value === undefined || value === null) {
            if (this.facts.optional || mode !== "plain")
                return undefined;
            const fallback = this.facts.default ?? this.facts.constant;
            if (fallback !== undefined)
                return fallback;
            throw new InvalidError(path, `has no value, and is not optional`);
        }
        if (value instanceof Secret) {
            const inner = this.encode(value.value, path, mode);
            return inner === undefined ? undefined : wire.secret(inner);
        }
        if (value instanceof Expressed)
            return expressed(value, path, mode);
        if (value === UNKNOWN)
            return unknown(path, mode);
        return this.type.encode(value, path, mode);
    }
}
_a = PropertyValue;
/** Writes a late value in a declaration of a component. */
export function expressed(value, path, mode) {
    if (mode !== "declared")
        throw new InvalidError(path, "is of a component: only a component can declare or return it");
    return value._express(path);
}
/** Writes the unknown value, where it is allowed. */
export function unknown(path, mode) {
    if (mode === "plain")
        throw new InvalidError(path, "is not known yet, which only a preview may say");
    if (mode === "declared")
        throw new InvalidError(path, "cannot be set to unknown: a value derived from an unknown output is unknown anyway");
    return wire.unknown();
}
/** A default or a constant as the schema has it. */
function literal(value) {
    return typeof value === "bigint" ? String(value) : value;
}
/** The failure of a value that is of another type. */
export function unexpected(path, expected, found) {
    return new InvalidError(path, `expected ${expected}, found ${nameOf(found)}`);
}
/** The pattern with its flags inside it, as the host's regular expressions have them. */
function inline(pattern) {
    const flags = [...pattern.flags].filter((flag) => "ims".includes(flag)).join("");
    // Outside of character classes, a slash has to be escaped in JavaScript alone.
    const source = pattern.source.replaceAll("\\/", "/");
    return flags === "" ? source : `(?${flags})${source}`;
}
function hint({ environment }) {
    const [variable] = environment ?? [];
    return variable === undefined ? "" : `; set it, or grant and set the environment variable \`${variable}\``;
}
