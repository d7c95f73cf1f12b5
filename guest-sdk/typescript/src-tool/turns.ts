/**
 * Loops that count their turns: after a fixed number of turns, the SDK in the component records where the loop is, for the
 * report on a call that ran out of time. Counting doubles the time of a turn that does nothing else; loops over an
 * existing collection and loops of a counter up to a bound come to an end, so they do not count.
 *
 * Functions that call themselves count as well: the stack of an engine ends after some hundred calls, without a trace
 * of the script. Their place is known at build time, so recording it is cheap.
 */

import ts from "typescript";

/** Text to insert in a file. */
export interface Insertion {
  readonly position: number;
  readonly text: string;
}

/** Turns between two notes, less one; a power of two, less one. A turn of a tight loop takes a tenth of a microsecond. */
const MASK = 0x3fff;
const COUNT = "if((++pulumiWasmTurns&" + MASK + ")===0)globalThis.pulumiWasmTurn?.();";
/** The mask for calls: fewer calls than fit into the stack. */
const CALLS_MASK = 0x3f;

/** The inserted code with which a loop or a recursive function counts. They add no lines. `place` is the file and line of a node. */
export function turnsOf(node: ts.Node, place: (node: ts.Node) => string): readonly Insertion[] {
  if (ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node) || ts.isArrowFunction(node) || ts.isMethodDeclaration(node)) return callsOf(node, place);
  if (!ts.isWhileStatement(node) && !ts.isDoStatement(node) && !(ts.isForStatement(node) && !isCounted(node))) return [];
  const body = node.statement;
  if (ts.isBlock(body)) return [{ position: body.getStart() + 1, text: COUNT }];
  return [
    { position: body.getStart(), text: `{${COUNT}` },
    { position: body.getEnd(), text: "}" },
  ];
}

/** Whether it is a loop such as `for (let i = 0; i < list.length; i++)`, whose counter and bound nothing else changes. */
function isCounted({ initializer, condition, incrementor, statement }: ts.ForStatement): boolean {
  if (initializer === undefined || condition === undefined || incrementor === undefined) return false;
  if (!ts.isVariableDeclarationList(initializer) || !ts.isBinaryExpression(condition) || !ts.isIdentifier(condition.left)) return false;
  const counter = condition.left.text;
  const start = initializer.declarations.find(({ name }) => name.getText() === counter)?.initializer;
  const isStep = ts.isPrefixUnaryExpression(incrementor) || ts.isPostfixUnaryExpression(incrementor);
  if (start === undefined || !isStep || incrementor.operator !== ts.SyntaxKind.PlusPlusToken || incrementor.operand.getText() !== counter) return false;
  const bound = condition.right;
  const isLength = ts.isPropertyAccessExpression(bound) && bound.name.text === "length";
  if (!isLength && !ts.isNumericLiteral(bound)) return false;
  switch (condition.operatorToken.kind) {
    case ts.SyntaxKind.LessThanToken:
    case ts.SyntaxKind.LessThanEqualsToken:
      break;
    case ts.SyntaxKind.ExclamationEqualsEqualsToken:
      // A loop that begins beyond the bound never reaches it.
      if (!ts.isNumericLiteral(start) || Number(start.text) > (isLength ? 0 : Number(bound.getText()))) return false;
      break;
    default:
      return false;
  }
  return !contains(statement, (node) => changes(node, counter) || (isLength && grows(node, bound.expression.getText())));
}

const ASSIGNMENTS: readonly [ts.SyntaxKind, ts.SyntaxKind] = [ts.SyntaxKind.FirstAssignment, ts.SyntaxKind.LastAssignment];

/** Whether a node gives a variable another value. */
function changes(node: ts.Node, name: string): boolean {
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) return node.operand.getText() === name;
  if (!ts.isBinaryExpression(node)) return false;
  const [first, last] = ASSIGNMENTS;
  return first <= node.operatorToken.kind && node.operatorToken.kind <= last && contains(node.left, (inner) => ts.isIdentifier(inner) && inner.text === name);
}

/** Whether a node may make a list longer. */
function grows(node: ts.Node, list: string): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  return ["push", "unshift", "splice"].includes(node.expression.name.text) && node.expression.expression.getText() === list;
}

function contains(node: ts.Node, wanted: (node: ts.Node) => boolean): boolean {
  return wanted(node) || (ts.forEachChild(node, (child) => contains(child, wanted) || undefined) ?? false);
}

/** The inserted code with which a recursive function counts its calls. */
function callsOf(node: ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction | ts.MethodDeclaration, place: (node: ts.Node) => string): readonly Insertion[] {
  const { body } = node;
  const isVariable = ts.isVariableDeclaration(node.parent) && ts.isIdentifier(node.parent.name) ? node.parent.name : undefined;
  const name = node.name ?? isVariable;
  if (body === undefined || name === undefined || node.asteriskToken !== undefined) return [];
  const isMethod = ts.isMethodDeclaration(node);
  const callsItself = (inner: ts.Node): boolean => {
    if (!ts.isCallExpression(inner)) return false;
    const { expression } = inner;
    if (!isMethod) return ts.isIdentifier(expression) && expression.text === name.getText();
    return ts.isPropertyAccessExpression(expression) && expression.expression.kind === ts.SyntaxKind.ThisKeyword && expression.name.text === name.getText();
  };
  if (!contains(body, callsItself)) return [];
  const count = `(++pulumiWasmCalls&${CALLS_MASK})===0&&globalThis.pulumiWasmTurn?.(${JSON.stringify(`${name.getText()} (${place(node)})`)})`;
  if (ts.isBlock(body)) return [{ position: body.getStart() + 1, text: `${count};` }];
  return [
    { position: body.getStart(), text: `(${count},` },
    { position: body.getEnd(), text: ")" },
  ];
}

/** The first insertion of a file with such loops or functions. */
export const COUNTER: Insertion = { position: 0, text: "let pulumiWasmTurns=0,pulumiWasmCalls=0;" };
