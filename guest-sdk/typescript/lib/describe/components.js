/** Components and the packages that they use, as the manifest has them. */
import { PropertyValue } from "../property/property.js";
import { Types } from "../property/types.js";
import { ruleMembers } from "./rules.js";
import { inputSchema, objectSchema, outputSchema } from "./schema.js";
const NO_THING = "this option belongs to a resource that a provider manages, and a component only declares children: set it on a child";
const NOT_SET = "an output is always set by `construct`";
/** Options that a property of a component cannot have, with the reasons. */
const REFUSED = [
    ["writeOnly", ({ writeOnly }) => writeOnly, NO_THING],
    ["inputOnly", ({ inputOnly, writeOnly }) => inputOnly && !writeOnly, "every input of a component is already an input only: an output is another property, which may have the same name"],
    ["replace", ({ replace }) => replace, NO_THING],
    ["willReplace", ({ willReplace }) => willReplace, NO_THING],
    ["stable", ({ stable }) => stable, NO_THING],
    ["stateInput", ({ stateInput }) => stateInput, NO_THING],
    ["serverDefault", ({ serverDefault }) => serverDefault, NO_THING],
    ["dependsOn", ({ dependsOn }) => dependsOn, "an output depends on the values that it is made of: the host finds them"],
    ["env", ({ environment }) => environment, "a component reads no environment: its program gives the value"],
];
/** Options that an output of a component cannot have, with the reasons. */
const REFUSED_OF_OUTPUTS = [
    ["default", ({ default: value }) => value !== undefined, NOT_SET],
    ["constant", ({ constant }) => constant !== undefined, NOT_SET],
    ["secretAware", ({ secretAware }) => secretAware, "a secret propagates with the value"],
];
/** The schema of a component. */
export function componentSchema({ definition, inputs, outputs, note }, token, types) {
    judge(inputs, outputs, token, note, types);
    if (typeof definition.construct !== "function")
        types.problem(note.at, `\`${token}\` has no \`construct\``);
    const schema = { isComponent: true, ...outputSchema(outputs, types), ...inputSchema(inputs, undefined, types) };
    if (definition.aliases !== undefined && definition.aliases.length > 0) {
        schema["aliases"] = definition.aliases.map((type) => ({ type }));
    }
    return schema;
}
/** Reports options that inputs and outputs cannot have. */
function judge(inputs, outputs, token, note, types) {
    const refuse = (properties, refused) => {
        for (const [name, { facts }] of Object.entries(properties)) {
            for (const [method, isSaid, reason] of refused) {
                if (isSaid(facts))
                    types.problem(facts.at ?? note.at, `\`${method}\` of \`${name}\` of \`${token}\`: ${reason}`);
            }
        }
    };
    refuse(inputs, REFUSED);
    refuse(outputs, [...REFUSED, ...REFUSED_OF_OUTPUTS]);
    for (const [name, property] of Object.entries(outputs)) {
        if (Object.keys(property.facts.rules ?? {}).length > 0)
            types.problem(property.facts.at ?? note.at, `\`${name}\` of \`${token}\` has rules, but programs do not set outputs`);
    }
}
/** The name of a result that is one value. Generated SDKs only support methods whose single result has this name. */
const RESULT = "result";
/** The schema of a method whose arguments and results were checked. `owner` is the token of its resource. */
export function methodSchema({ inputs, outputs, note }, token, owner, types) {
    const results = outputs instanceof PropertyValue ? { [RESULT]: outputs } : outputs;
    judge(inputs, results ?? {}, token, note, types);
    const given = objectSchema(inputs, types, "argument");
    given["properties"] = { ...given["properties"], [SELF]: Types.reference("resources", owner) };
    given["required"] = [...(given["required"] ?? []), SELF];
    return { inputs: given, ...(results === undefined ? {} : { outputs: objectSchema(results, types) }) };
}
/** The argument with the resource that a method is called on. */
const SELF = "__self__";
/** The hook and the rules of a component. */
export function componentBeside({ definition, inputs, outputs }) {
    return { hooks: ["construct"], ...ruleMembers({ ...outputs, ...inputs }, definition.constraints, (name) => Object.hasOwn(inputs, name)) };
}
/** The part `packages`; empty without packages. */
export function packagesOf(packages, name, hasSessions, types) {
    if (!hasSessions && Object.keys(packages).length > 0)
        types.problem(undefined, "`packages` is for components, and the provider has no `components`");
    if (Object.hasOwn(packages, name))
        types.problem(undefined, `\`packages\` names \`${name}\`, and a component may use its own package anyway`);
    const written = (used) => {
        const { version, parameter } = typeof used === "string" ? { version: used } : used;
        return {
            ...(version === undefined || version === "" ? {} : { version }),
            ...(parameter === undefined ? {} : { parameter: { ...parameter } }),
        };
    };
    return Object.fromEntries(Object.entries(packages).map(([used, spec]) => [used, written(spec)]));
}
