/** The parts of a Pulumi package schema that describe properties. */
import { InvalidError } from "../errors.js";
import { judgeParts } from "./parts.js";
/** An object with these properties; the arguments of a method are one, too. */
export function objectSchema(properties, types, side = "object") {
    return {
        ...members(properties, "properties", side, types),
        ...names(properties, "required", mustBeGiven),
        type: "object",
    };
}
/** `properties` and `required` of a resource: its recorded properties. */
export function outputSchema(properties, types) {
    return {
        ...members(properties, "properties", "output", types),
        ...names(properties, "required", (property) => !property.facts.optional),
    };
}
/** `stateInputs` of a resource: the properties that a look-up may give beside the id. A default is not part of that. */
export function stateInputSchema(properties, types) {
    return { ...members(properties, "properties", "output", types), type: "object" };
}
/** `inputProperties` and `requiredInputs` of a resource or of the provider; `named` is the property that the host names. */
export function inputSchema(properties, named, types) {
    return {
        ...members(properties, "inputProperties", "input", types),
        ...names(properties, "requiredInputs", (property, name) => name !== named && mustBeGiven(property)),
    };
}
/** Whether the user has to give the property: the type wants it, and nothing else supplies it. */
function mustBeGiven({ facts }) {
    return !facts.optional && facts.default === undefined && (facts.environment ?? []).length === 0;
}
function members(properties, key, side, types) {
    const schemas = {};
    for (const [name, property] of Object.entries(properties))
        schemas[name] = propertySchema(name, property, side, types);
    return { [key]: schemas };
}
function names(properties, key, wanted) {
    const found = Object.entries(properties).filter(([name, property]) => wanted(property, name));
    return found.length === 0 ? {} : { [key]: found.map(([name]) => name) };
}
function propertySchema(name, property, side, types) {
    const { facts } = property;
    const schema = { ...property.type.schema(types) };
    judgeParts(name, property, types);
    if (facts.description !== undefined)
        schema["description"] = facts.description;
    if (facts.secret)
        schema["secret"] = true;
    if (facts.deprecated !== undefined)
        schema["deprecationMessage"] = facts.deprecated;
    if (facts.language !== undefined)
        schema["language"] = facts.language;
    if (facts.constant !== undefined) {
        checkLiteral(name, property, facts.constant, "constant", types);
        schema["const"] = facts.constant;
    }
    if (side === "object" && facts.stateInput) {
        types.problem(facts.at, `\`${name}\` is a \`stateInput\`, which only a property of a resource can be`);
    }
    if (facts.plain && side !== "input" && side !== "argument")
        types.problem(facts.at, `\`${name}\` is plain: only inputs of components and arguments of methods can be plain`);
    if (side === "output")
        return schema;
    if (facts.plain)
        schema["plain"] = true;
    if (facts.replace)
        schema["replaceOnChanges"] = true;
    if (facts.willReplace)
        schema["willReplaceOnChanges"] = true;
    if (facts.default !== undefined) {
        checkLiteral(name, property, facts.default, "default", types);
        schema["default"] = facts.default;
    }
    if (facts.environment !== undefined)
        schema["defaultInfo"] = { environment: [...facts.environment] };
    return schema;
}
function checkLiteral(name, property, literal, what, types) {
    if (typeof literal === "object") {
        types.problem(property.facts.at, `the ${what} of \`${name}\` must be a string, a number or a boolean`);
        return;
    }
    try {
        // The decoder accepts numbers and texts that no value of Pulumi can have.
        property.type.encode(property.type.decode(literal, name, "plain"), name, "plain");
    }
    catch (error) {
        if (!(error instanceof InvalidError))
            throw error;
        types.problem(property.facts.at, `the ${what} of \`${name}\` is wrong: ${error.failures[0]?.reason ?? error.message}`);
    }
}
