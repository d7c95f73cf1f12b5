/** Options of parts of a type, such as the element of an array: a schema has a place only for options of whole properties. */
import { hasRules } from "./places.js";
/** The methods that set the options, by the options. The first of the options that one method sets stands for them. */
const METHODS = [
    ["writeOnly", "writeOnly"],
    ["inputOnly", "inputOnly"],
    ["secret", "secret"],
    ["serverDefault", "serverDefault"],
    ["optional", "optional"],
    ["default", "default"],
    ["environment", "env"],
    ["constant", "constant"],
    ["replace", "replace"],
    ["willReplace", "willReplace"],
    ["stable", "stable"],
    ["stateInput", "stateInput"],
    ["dependsOn", "dependsOn"],
    ["plain", "plain"],
    ["language", "language"],
];
/** Reports options of the parts of a property's type, which would be lost. */
export function judgeParts(name, { type, facts }, types) {
    const problem = (reason) => types.problem(facts.at, `\`${name}\`: ${reason}`);
    judge(type.element, type.alternatives ?? [], problem);
}
/** Reports options of a function's result, if it is one value. */
export function judgeResult(result, token, at, types) {
    const { type, facts } = result;
    const problem = (reason) => types.problem(facts.at ?? at, `the result of \`${token}\`: ${reason}`);
    const lost = optionsOf(facts);
    if (lost !== "")
        problem(`a single value has no options, here ${lost}: give the result a name, as in \`outputs: { result: … }\``);
    if (hasRules(result))
        problem("a result has no rules, because no program sets it");
    judge(type.element, type.alternatives ?? [], problem);
}
function judge(element, alternatives, problem) {
    if (element !== undefined) {
        const lost = optionsOf(element.facts);
        if (lost !== "")
            problem(`an element can only have rules, and not ${lost}: give the option to the whole array or record`);
        judge(element.type.element, element.type.alternatives ?? [], problem);
    }
    for (const alternative of alternatives) {
        const { type, facts } = alternative;
        const lost = optionsOf(facts, "secretAware");
        if (lost !== "")
            problem(`an alternative of a union has no options, here ${lost}: give the option to the whole union`);
        if (facts.rules !== undefined)
            problem("an alternative of a union has no rules: check it in the hook `check`");
        if (type.element?.facts.rules !== undefined)
            problem("an array or record in a union has no rules for its elements: check them in the hook `check`");
        judge(type.element, type.alternatives ?? [], problem);
    }
}
/** The methods that set the options, for a message. */
function optionsOf(facts, ...more) {
    const all = [...METHODS, ...more.map((option) => [option, option])];
    const given = all.filter(([option]) => facts[option] !== undefined && !isImplied(option, facts));
    return given.map(([, method]) => `\`.${method}()\``).join(", ");
}
/** Whether another option sets this one as well. */
function isImplied(option, facts) {
    if (option === "inputOnly" || option === "secret")
        return facts.writeOnly === true;
    return option === "optional" && facts.serverDefault === true;
}
