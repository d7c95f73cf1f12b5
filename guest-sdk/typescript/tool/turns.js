/**
 * Loops that count their turns: after each so many of them, the SDK in the component writes down where the loop is, so that the
 * report on a call that ran out of time can say it. Counting doubles the time of a turn that does nothing else; loops over something that
 * is there, and those of a counter with a bound, come to an end, and are left as they are.
 */
import ts from "typescript";
/** Turns between two notes, less one; a power of two, less one. A turn of a tight loop takes a tenth of a microsecond. */
const MASK = 0x3fff;
const COUNT = "if((++pulumiWasmTurns&" + MASK + ")===0)globalThis.pulumiWasmTurn?.();";
/** What lets a loop count, for a node that is one. No line is added. */
export function turnsOf(node) {
    if (!ts.isWhileStatement(node) && !ts.isDoStatement(node) && !(ts.isForStatement(node) && !isCounted(node)))
        return [];
    const body = node.statement;
    if (ts.isBlock(body))
        return [{ position: body.getStart() + 1, text: COUNT }];
    return [
        { position: body.getStart(), text: `{${COUNT}` },
        { position: body.getEnd(), text: "}" },
    ];
}
/** Whether it is a loop such as `for (let i = 0; i < n; i++)`. */
function isCounted({ initializer, condition, incrementor }) {
    if (initializer === undefined || condition === undefined || incrementor === undefined)
        return false;
    if (!ts.isVariableDeclarationList(initializer) || !ts.isBinaryExpression(condition))
        return false;
    const names = initializer.declarations.map(({ name }) => name.getText());
    return [condition.left, condition.right].some((side) => names.includes(side.getText()));
}
/** What a file with such loops begins with. */
export const COUNTER = { position: 0, text: "let pulumiWasmTurns=0;" };
