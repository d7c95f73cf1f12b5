/** Names in what hooks return. The type checker compares a result without an annotation by its type, and lets further names pass. */
import ts from "typescript";
import { shortName } from "./mistake.js";
/** For each function of the SDK its hooks that return properties, and whether these are below `outputs`. */
const HOOKS = {
    resource: { create: "outputs", read: "outputs", update: "itself", resume: "outputs" },
    component: { construct: "itself" },
    method: { call: "itself" },
    func: { call: "itself" },
};
/** Functions whose hooks return their outputs alone, without inputs. */
const WITHOUT_INPUTS = new Set(["component", "method", "func"]);
/** Mistakes in the properties that hooks of a file write into their results. Properties that are spread there may have any name. */
export function misnamedResults(file, checker, folder) {
    const found = [];
    const visit = (node) => {
        if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
            const definer = node.expression.text;
            const hooks = Object.hasOwn(HOOKS, definer) ? HOOKS[definer] : undefined;
            const definition = node.arguments.find(ts.isObjectLiteralExpression);
            if (hooks !== undefined && definition !== undefined)
                found.push(...ofDefinition(definer, hooks, definition));
        }
        ts.forEachChild(node, visit);
    };
    const ofDefinition = (definer, hooks, definition) => {
        // What is spread there may have inputs and outputs, too.
        if (definition.properties.some(ts.isSpreadAssignment))
            return [];
        const outputs = namesOf(member(definition, "outputs"), checker);
        const inputs = WITHOUT_INPUTS.has(definer) ? [] : namesOf(member(definition, "inputs"), checker);
        if (outputs === undefined || inputs === undefined)
            return [];
        const known = [...outputs, ...inputs];
        return Object.entries(hooks).flatMap(([hook, place]) => resultsOf(member(definition, hook))
            .map((result) => (place === "itself" ? result : member(result, "outputs")))
            .flatMap((result) => (result !== undefined && ts.isObjectLiteralExpression(result) ? [...result.properties] : []))
            .flatMap((property) => {
            const name = nameOf(property);
            return name === undefined || known.includes(name) ? [] : [mistake(property, hook, name, known)];
        }));
    };
    const mistake = (node, hook, name, known) => {
        const { line, character } = file.getLineAndCharacterOfPosition(node.getStart());
        const names = known.map((known) => `\`${known}\``).join(", ");
        return {
            file: shortName(folder, file.fileName),
            line: line + 1,
            column: character + 1,
            message: `\`${hook}\` returns \`${name}\`, which is not a property of the definition`,
            hint: names === "" ? "the definition has no properties that it could return" : `the properties are ${names}`,
        };
    };
    visit(file);
    return found;
}
/** The value or the method of this name. */
function member(of, name) {
    if (!ts.isObjectLiteralExpression(of))
        return undefined;
    const found = of.properties.find((property) => nameOf(property) === name);
    return found !== undefined && ts.isPropertyAssignment(found) ? found.initializer : found;
}
/** The name of a property that is written out. */
function nameOf(property) {
    const { name } = property;
    return name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : undefined;
}
/** The names of a shape; none without one. `undefined` if it is a single type, or cannot be told. */
function namesOf(shape, checker) {
    if (shape === undefined)
        return [];
    if (!ts.isExpression(shape) || ts.isCallExpression(shape))
        return undefined;
    const type = checker.getTypeAtLocation(shape);
    if ((type.flags & ts.TypeFlags.Object) === 0 || type.getStringIndexType() !== undefined)
        return undefined;
    const names = type.getProperties().map(({ name }) => name);
    // The methods of a property, such as of one that a variable holds.
    return names.includes("optional") && names.includes("describe") ? undefined : names;
}
/** The objects that a function returns, as far as they are written there. */
function resultsOf(hook) {
    if (hook === undefined || !(ts.isMethodDeclaration(hook) || ts.isArrowFunction(hook) || ts.isFunctionExpression(hook)))
        return [];
    const results = [];
    const take = (result) => {
        if (result === undefined)
            return;
        if (ts.isParenthesizedExpression(result))
            take(result.expression);
        else if (ts.isConditionalExpression(result))
            [result.whenTrue, result.whenFalse].forEach(take);
        else if (ts.isBinaryExpression(result))
            take(result.right);
        else if (ts.isObjectLiteralExpression(result))
            results.push(result);
    };
    const visit = (node) => {
        if (ts.isReturnStatement(node))
            take(node.expression);
        else if (!ts.isFunctionLike(node))
            ts.forEachChild(node, visit);
    };
    if (hook.body !== undefined && !ts.isBlock(hook.body))
        take(hook.body);
    else if (hook.body !== undefined)
        visit(hook.body);
    return results;
}
