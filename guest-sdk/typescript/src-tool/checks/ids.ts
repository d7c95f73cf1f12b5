/** Properties called `id`. The type checker reports only their consequences, in each hook of the definition. */

import ts from "typescript";

import { type Mistake, placeOf } from "../mistake.js";

/** A property called `id`, and the definition that has it. */
export interface NamedId {
  readonly file: ts.SourceFile;
  readonly definition: ts.Node;
  readonly mistake: Mistake;
}

/** The properties called `id` that are written in the resources of a file. */
export function namedIds(file: ts.SourceFile, folder: string): NamedId[] {
  const found: NamedId[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === "resource") {
      for (const definition of node.arguments.filter(ts.isObjectLiteralExpression)) {
        for (const id of idsOf(definition)) found.push({ file, definition, mistake: mistake(id) });
      }
    }
    ts.forEachChild(node, visit);
  };
  const mistake = (id: ts.Node): Mistake => {
    return {
      ...placeOf(id, folder),
      message: "a property cannot be called `id`: it is the resource's own id, which `create` returns, and which hooks and programs have without a property",
      hint: "give the property another name, such as `serverId`",
    };
  };
  visit(file);
  return found;
}

function idsOf(definition: ts.ObjectLiteralExpression): ts.Node[] {
  return definition.properties
    .filter(ts.isPropertyAssignment)
    .filter(({ name }) => name.getText() === "inputs" || name.getText() === "outputs")
    .flatMap(({ initializer }) => (ts.isObjectLiteralExpression(initializer) ? [...initializer.properties] : []))
    .filter(({ name }) => name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) && name.text === "id");
}
