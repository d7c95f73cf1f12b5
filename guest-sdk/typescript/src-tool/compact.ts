/** Removes comments and indentation from a bundle, because a component has the text of the bundle in its memory. No line moves. */

import ts from "typescript";

/** A bundle without comments and indentation. */
export interface Compact {
  readonly code: string;
  /** The number of characters that were removed at the beginning of each line. */
  readonly removed: readonly number[];
}

/** Removes the indentation of a script, and comments that have lines for themselves. Texts of several lines stay as they are. */
export function compacted(code: string): Compact {
  const isText = textsIn(code);
  const blank = (text: string): string => text.replace(/[^\n]/g, "");
  const isInComment = (start: number): boolean => code.lastIndexOf("/*", start - 1) > code.lastIndexOf("*/", start - 1);
  // A comment ends at its first `*/`. If code follows on that line, the comment stays.
  const uncommented = code.replace(/^[ \t]*\/\*(?:(?!\*\/)[^])*\*\/[ \t]*$/gm, (comment, start: number) =>
    isText(start) || (start > 0 && isInComment(start)) ? comment : blank(comment),
  );
  // Without comments the positions differ, and the lines do not.
  const starts = lineStarts(code);
  const removed: number[] = [];
  const lines = uncommented.split("\n").map((line, index) => {
    const indented = isText(starts[index] ?? 0) ? line : line.replace(/^[ \t]+/, "");
    removed.push(line.length - indented.length);
    return indented;
  });
  return { code: lines.join("\n"), removed };
}

/** Whether a position is inside of a text that may have several lines. */
function textsIn(code: string): (position: number) => boolean {
  const inside = new Set<number>();
  const starts = lineStarts(code);
  const file = ts.createSourceFile("bundle.js", code, ts.ScriptTarget.ES2022, false, ts.ScriptKind.JS);
  const lineOf = (position: number): number => file.getLineAndCharacterOfPosition(position).line;
  const visit = (node: ts.Node): void => {
    if (ts.isTemplateLiteralToken(node) || ts.isStringLiteral(node)) {
      for (let line = lineOf(node.getStart(file)) + 1; line <= lineOf(node.getEnd()); line += 1) inside.add(starts[line] ?? 0);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return (position) => inside.has(position);
}

function lineStarts(code: string): number[] {
  const starts = [0];
  for (let end = code.indexOf("\n"); end !== -1; end = code.indexOf("\n", end + 1)) starts.push(end + 1);
  return starts;
}
