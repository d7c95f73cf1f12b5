/** Parameters of hooks that are named as another one of the same hook. The host gives them by their places, and many have types that are alike. */

import ts from "typescript";

import { meaning } from "./literals.js";
import { type Mistake, shortName } from "./mistake.js";

/** For each function of the SDK its hooks, with their parameters. */
const HOOKS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  resource: {
    create: ["inputs", "cx"],
    resume: ["id", "saved", "inputs", "cx"],
    check: ["inputs", "cx"],
    diff: ["change", "cx"],
    previewCreate: ["inputs", "preview", "cx"],
    read: ["id", "state", "cx"],
    update: ["id", "old", "inputs", "cx"],
    previewUpdate: ["id", "old", "inputs", "preview", "cx"],
    delete: ["id", "state", "cx"],
    list: ["query", "paging", "cx"],
  },
  component: { construct: ["inputs", "cx"] },
  method: { call: ["self", "inputs", "cx"] },
  func: { call: ["inputs", "cx"] },
  config: { check: ["settings", "cx"], configure: ["settings", "cx"] },
};

const RECORDED = ["old", "saved", "state"];
/** What else authors call parameters. */
const SAME: Readonly<Record<string, readonly string[]>> = { context: ["cx"], ctx: ["cx"], ...Object.fromEntries(["recorded", ...RECORDED].map((name) => [name, RECORDED])) };

/** The parameters of a file's hooks that stand in the place of another one: one for each hook. */
export function misplacedParameters(file: ts.SourceFile, checker: ts.TypeChecker, folder: string): Mistake[] {
  const found: Mistake[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && Object.hasOwn(HOOKS, node.expression.text)) {
      const hooks = HOOKS[node.expression.text] ?? {};
      for (const definition of node.arguments.filter(ts.isObjectLiteralExpression)) {
        for (const member of definition.properties) found.push(...ofHook(member, hooks));
      }
    }
    ts.forEachChild(node, visit);
  };
  const ofHook = (member: ts.ObjectLiteralElementLike, hooks: Readonly<Record<string, readonly string[]>>): Mistake[] => {
    const hook = member.name?.getText() ?? "";
    const wanted = Object.hasOwn(hooks, hook) ? (hooks[hook] ?? []) : [];
    for (const [index, { name }] of (functionOf(member, checker)?.parameters ?? []).entries()) {
      const place = wanted[index];
      if (place === undefined || !ts.isIdentifier(name)) continue;
      const names = [name.text, ...(Object.hasOwn(SAME, name.text) ? (SAME[name.text] ?? []) : [])];
      const meant = wanted.find((one) => names.includes(one));
      if (meant === undefined || meant === place) continue;
      const of = name.getSourceFile();
      const { line, character } = of.getLineAndCharacterOfPosition(name.getStart());
      return [
        {
          file: shortName(folder, of.fileName),
          line: line + 1,
          column: character + 1,
          message: `\`${name.text}\` stands in the place of \`${place}\``,
          hint: `write \`${hook}(${wanted.join(", ")})\`, as far as the hook needs them`,
        },
      ];
    }
    return [];
  };
  visit(file);
  return found;
}

/** The function that a member is, or names. */
function functionOf(member: ts.ObjectLiteralElementLike, checker: ts.TypeChecker): ts.SignatureDeclaration | undefined {
  if (ts.isMethodDeclaration(member)) return member;
  const value = ts.isPropertyAssignment(member) ? member.initializer : ts.isShorthandPropertyAssignment(member) ? member.name : undefined;
  const written = value !== undefined && ts.isIdentifier(value) ? meaning(value, checker) : value;
  return written !== undefined && (ts.isArrowFunction(written) || ts.isFunctionExpression(written) || ts.isFunctionDeclaration(written)) ? written : undefined;
}
