/** The object literals that an expression stands for. */

import ts from "typescript";

/** The objects and lists that are written at an expression, or at the constants that it names. */
export function literalsOf(
  expression: ts.Node | undefined,
  checker: ts.TypeChecker,
  seen: Set<ts.Node> = new Set(),
): (ts.ObjectLiteralExpression | ts.ArrayLiteralExpression)[] {
  // A constant may stand in its own value.
  if (expression === undefined || seen.has(expression)) return [];
  seen.add(expression);
  const of = (...parts: readonly (ts.Node | undefined)[]) => parts.flatMap((part) => literalsOf(part, checker, seen));
  if (ts.isObjectLiteralExpression(expression) || ts.isArrayLiteralExpression(expression)) return [expression];
  if (ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression) || ts.isSatisfiesExpression(expression) || ts.isNonNullExpression(expression)) {
    return of(expression.expression);
  }
  if (ts.isConditionalExpression(expression)) return of(expression.whenTrue, expression.whenFalse);
  if (ts.isBinaryExpression(expression)) {
    const isEither = [ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken].includes(expression.operatorToken.kind);
    return isEither ? of(expression.left, expression.right) : of(expression.right);
  }
  return ts.isIdentifier(expression) ? of(meaning(expression, checker)) : [];
}

/** The value of the constant, or the function, that a name stands for. `undefined` for a variable, because its value may change. */
export function meaning(name: ts.Identifier, checker: ts.TypeChecker): ts.Node | undefined {
  const symbol = ts.isShorthandPropertyAssignment(name.parent)
    ? checker.getShorthandAssignmentValueSymbol(name.parent)
    : checker.getSymbolAtLocation(name);
  const declared = symbol?.valueDeclaration;
  if (declared !== undefined && ts.isFunctionDeclaration(declared)) return declared;
  if (declared === undefined || !ts.isVariableDeclaration(declared) || !ts.isIdentifier(declared.name)) return undefined;
  return (ts.getCombinedNodeFlags(declared) & ts.NodeFlags.Const) !== 0 ? declared.initializer : undefined;
}
