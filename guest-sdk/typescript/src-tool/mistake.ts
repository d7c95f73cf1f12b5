/** The mistakes in a provider's source, in its author's terms. */

import { relative } from "node:path";

import ts from "typescript";

/** One mistake, with its place if it has one. */
export interface Mistake {
  /** The file as the author would name it, and the place in it, from 1. */
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
  /** The advice. */
  readonly hint?: string;
}

/** A mistake in a hook. The type checker reports the type of the whole hook, in many lines. */
export interface HookMistake extends Mistake {
  readonly hook: ts.ObjectLiteralElementLike;
}

/** A parameter, a part of one, or its rest, without a type. */
export const UNTYPED: ReadonlySet<number> = new Set([7006, 7019, 7031]);

/** A complaint of a result as a whole. */
const RESULT = /type '(Created|Previewed|ReadResult|Result|Updated)\b/;

/** Whether the type checker reports a hook with a mistake, or a consequence. */
export function isOfHook(found: ts.Diagnostic, mistakes: readonly HookMistake[]): boolean {
  return mistakes.some(({ hook }) => {
    if (found.file !== hook.getSourceFile() || found.start === undefined) return false;
    if (found.start === hook.name?.getStart()) return true;
    const isInside = hook.getStart() <= found.start && found.start < hook.getEnd();
    return isInside && (UNTYPED.has(found.code) || RESULT.test(ts.flattenDiagnosticMessageText(found.messageText, " ")));
  });
}

/** The place of a node in the author's files. */
export function placeOf(node: ts.Node, folder: string): Required<Pick<Mistake, "file" | "line" | "column">> {
  const file = node.getSourceFile();
  const { line, character } = file.getLineAndCharacterOfPosition(node.getStart());
  return { file: shortName(folder, file.fileName), line: line + 1, column: character + 1 };
}

/** All mistakes of a build. */
export class Mistakes extends Error {
  readonly all: readonly Mistake[];

  constructor(all: readonly Mistake[]) {
    super(all.map(written).join("\n"));
    this.all = all;
  }
}

/** The exception of the author's modules while they were loaded. */
export class LoadError extends Error {
  /** The lines and columns of the bundle that it came through, the innermost first. */
  readonly frames: readonly (readonly [number, number])[];

  constructor(message: string, frames: readonly (readonly [number, number])[]) {
    super(message);
    this.frames = frames;
  }
}

/** The text of the mistake. */
export function written({ file, line, column, message, hint }: Mistake): string {
  const place = file === undefined ? "" : line === undefined ? `${file}: ` : `${file}:${line}${column === undefined ? "" : `:${column}`}: `;
  return `${place}${message}${hint === undefined ? "" : `\nhint: ${hint}`}`;
}

/** Writes a warning to standard error: a line that begins with `warning: `. */
export function warn(warning: Mistake): void {
  console.error(`warning: ${written(warning)}`);
}

/** A file as the author would name it. */
export function shortName(project: string, file: string): string {
  const name = relative(project, file).replaceAll("\\", "/");
  return name.startsWith("..") ? file : name;
}
