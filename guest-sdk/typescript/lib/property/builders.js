/** The builders of properties: functions named as the types, whose methods add the rest. */
import { ARCHIVE, ASSET, ASSET_OR_ARCHIVE, referenceTo } from "./handles.js";
import { ANY, BOOLEAN, EXACT_INTEGER, INTEGER, listOf, mapOf, NUMBER, STRING } from "./kinds.js";
import { ChoiceType, NamedProperty, ObjectType, TaggedType, UnionType } from "./named.js";
import { PropertyValue } from "./property.js";
/** The implementation behind a property's interface. */
export function running(property) {
    return property;
}
function made(property) {
    return property;
}
/** A string. */
export function string() {
    return made(new PropertyValue(STRING));
}
/** A number. */
export function number() {
    return made(new PropertyValue(NUMBER));
}
/** A whole number, exact up to 2^53. */
export function integer() {
    return made(new PropertyValue(INTEGER));
}
/** A whole number with all its digits, which programs give and get as text: `"18446744073709551615"`. */
export function exactInteger() {
    return made(new PropertyValue(EXACT_INTEGER));
}
/** A boolean. */
export function boolean() {
    return made(new PropertyValue(BOOLEAN));
}
/** A list; the rules of its element are rules for each element. */
export function list(element) {
    return made(new PropertyValue(listOf(running(element))));
}
/** A map from any names to values of one type; the rules of its element are rules for each value. */
export function map(element) {
    return made(new PropertyValue(mapOf(running(element))));
}
/** Anything at all. */
export function json() {
    return made(new PropertyValue(ANY));
}
/** A file. */
export function asset() {
    return made(new PropertyValue(ASSET));
}
/** Several files with their paths. */
export function archive() {
    return made(new PropertyValue(ARCHIVE));
}
/** A file, or several. */
export function assetOrArchive() {
    return made(new PropertyValue(ASSET_OR_ARCHIVE));
}
/** Another resource: one of the given type of this package, which may be said by its name, or any. */
export function reference(resource) {
    return made(new PropertyValue(referenceTo(typeof resource === "string" ? { name: resource, module: undefined } : resource)));
}
/**
 * An object type with this name: `const Disk = object("Disk", { size: integer() })`. Its doc comment becomes the
 * type's description.
 */
export function object(name, properties, options = {}) {
    return made(new NamedProperty(new ObjectType(name, properties, options)));
}
/**
 * A fixed set of strings with this name, or of whole numbers: `choice("Size", { Small: "small", Large: "large" })`. The
 * doc comments of its members become their descriptions.
 */
export function choice(name, choices, options = {}) {
    return made(new NamedProperty(new ChoiceType(name, choices, options)));
}
/** One of several types: a value belongs to the first that fits. */
export function union(...alternatives) {
    return made(new PropertyValue(new UnionType(alternatives.map(running))));
}
/** One of several object types, which the property `tag` tells apart: `tagged("kind", { password: Password, key: Key })`. */
export function tagged(tag, variants) {
    const all = Object.entries(variants).map(([value, variant]) => [value, running(variant)]);
    return made(new PropertyValue(new TaggedType(tag, Object.fromEntries(all))));
}
