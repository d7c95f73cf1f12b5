/** The builders of properties: functions named as the types, whose methods add the rest. */
import { ARCHIVE, ASSET, ASSET_OR_ARCHIVE, referenceTo } from "./handles.js";
import { ANY, BOOLEAN, EXACT_INTEGER, INTEGER, arrayOf, recordOf, NUMBER, STRING } from "./kinds.js";
import { EnumType, NamedProperty, ObjectType, DiscriminatedUnionType, UnionType } from "./named.js";
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
/** An array; the rules of its element are rules for each element. */
export function array(element) {
    return made(new PropertyValue(arrayOf(running(element))));
}
/** A record of values of one type, by any names; the rules of its element are rules for each value. */
export function record(element) {
    return made(new PropertyValue(recordOf(running(element))));
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
/** Another resource: one of the given type of this package, by definition or name, or any resource. */
export function reference(resource) {
    return made(new PropertyValue(referenceTo(typeof resource === "string" ? { name: resource, module: undefined } : resource)));
}
export function object(name, properties, options = {}) {
    const [named, shape] = typeof name === "string" ? [name, properties ?? {}] : ["", name];
    return made(new NamedProperty(new ObjectType(named, shape, options)));
}
/**
 * A fixed set of strings with this name, or of whole numbers: `enumOf("Size", { Small: "small", Large: "large" })`. The
 * doc comments of its members become their descriptions.
 */
export function enumOf(name, values, options = {}) {
    return made(new NamedProperty(new EnumType(name, values, options)));
}
/** One of several types: a value belongs to the first that fits. */
export function union(...alternatives) {
    return made(new PropertyValue(new UnionType(alternatives.map(running))));
}
/** One of several object types, which the property `tag` tells apart: `discriminatedUnion("kind", { password: Password, key: Key })`. */
export function discriminatedUnion(tag, variants) {
    const all = Object.entries(variants).map(([value, variant]) => [value, running(variant)]);
    return made(new PropertyValue(new DiscriminatedUnionType(tag, Object.fromEntries(all))));
}
