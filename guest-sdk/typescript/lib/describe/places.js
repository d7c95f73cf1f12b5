/** Options that have no effect at the place of a property: an argument, a result, a configuration, an object, an output. */
import { PropertyValue } from "../property/property.js";
const ONLY_RESOURCE = "only a property of a resource has this";
const PROVIDER_SETS = "the provider always sets it";
const OF_RESOURCES = [
    ["writeOnly", ({ writeOnly }) => writeOnly, ONLY_RESOURCE],
    ["inputOnly", ({ inputOnly, writeOnly }) => inputOnly && !writeOnly, ONLY_RESOURCE],
    ["stable", ({ stable }) => stable, ONLY_RESOURCE],
    ["dependsOn", ({ dependsOn }) => dependsOn, ONLY_RESOURCE],
];
const REPLACE = ["replace", "willReplace"].map((option) => [
    option,
    (facts) => facts[option],
    "a function has no resource to replace",
]);
const SERVER_DEFAULT = [["serverDefault", ({ serverDefault }) => serverDefault, "only a property of a resource or of an object has this: the value is read back"]];
const GIVEN = [
    ["default", ({ default: value }) => value !== undefined, PROVIDER_SETS],
    ["env", ({ environment }) => environment, PROVIDER_SETS],
];
const REFUSED = {
    object: OF_RESOURCES,
    configuration: [...OF_RESOURCES, ...SERVER_DEFAULT],
    argument: [...OF_RESOURCES, ...SERVER_DEFAULT, ...REPLACE],
    result: [...OF_RESOURCES, ...SERVER_DEFAULT, ...REPLACE, ...GIVEN],
    output: [
        ...OF_RESOURCES.filter(([method]) => method === "writeOnly" || method === "inputOnly").map(([method, isSaid]) => [method, isSaid, PROVIDER_SETS]),
        ...GIVEN,
        ...REPLACE.map(([method, isSaid]) => [method, isSaid, "the user cannot change an output"]),
    ],
};
/** Reports values that are not properties, and removes them. */
export function arePropertiesIn(properties, of, at, types, parts = []) {
    for (const [name, property] of Object.entries(properties)) {
        if (property instanceof PropertyValue)
            continue;
        const reason = property === undefined
            ? "is undefined: move its declaration before this line, and if it is in another module, see that the two modules do not import each other"
            : "is not a property: write `string()`, `array(string())` and so on";
        types.problem(at, `\`${name}\` of ${of} ${reason}`);
        for (const part of [properties, ...parts])
            delete part[name];
    }
}
/** Reports options that would be lost. `of` names the owner of the properties. */
export function judgePlace(properties, place, of, at, types) {
    for (const [name, property] of Object.entries(properties)) {
        const problem = (reason) => types.problem(property.facts.at ?? at, `\`${name}\` of ${of}: ${reason}`);
        for (const [method, isSaid, reason] of REFUSED[place]) {
            if (isSaid(property.facts))
                problem(`\`.${method}()\`: ${reason}`);
        }
        if (place === "result" && hasRules(property))
            problem("a result has no rules, because no program sets it");
    }
}
/** Whether the author gave a property rules, or its elements. */
export function hasRules({ facts, type }) {
    return Object.keys(facts.rules ?? {}).length > 0 || (type.element !== undefined && hasRules(type.element));
}
