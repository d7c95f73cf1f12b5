/** Properties called `id`. The type checker reports only their consequences, in each hook of the definition. */
import ts from "typescript";
import { placeOf } from "../mistake.js";
/** The properties called `id` that are written in the resources of a file. */
export function namedIds(file, folder) {
    const found = [];
    const visit = (node) => {
        if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === "resource") {
            for (const definition of node.arguments.filter(ts.isObjectLiteralExpression)) {
                for (const id of idsOf(definition))
                    found.push({ file, definition, mistake: mistake(id) });
            }
        }
        ts.forEachChild(node, visit);
    };
    const mistake = (id) => {
        return {
            ...placeOf(id, folder),
            message: "a property cannot be called `id`: it is the resource's own id, which `create` returns, and which hooks and programs have without a property",
            hint: "give the property another name, such as `serverId`",
        };
    };
    visit(file);
    return found;
}
function idsOf(definition) {
    return definition.properties
        .filter(ts.isPropertyAssignment)
        .filter(({ name }) => name.getText() === "inputs" || name.getText() === "outputs")
        .flatMap(({ initializer }) => (ts.isObjectLiteralExpression(initializer) ? [...initializer.properties] : []))
        .filter(({ name }) => name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) && name.text === "id");
}
