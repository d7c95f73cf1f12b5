/** The place in the author's source at which an exception was thrown. */

/**
 * The source map of the bundle: for each file of the author, runs of lines as
 * `[first line of the bundle, first line of the file, count]`. Written by the build.
 */
export type Lines = Readonly<Record<string, readonly (readonly [number, number, number])[]>>;

let lines: Lines | undefined;

/** Takes the table that the build wrote. */
export function setLines(table: Lines | undefined): void {
  lines = table;
}

/** A line of a stack: `at name (file:line:column)` in QuickJS, `name@file:line:column` in StarlingMonkey. */
const FRAME = /^(?:\s*at (?:(?<name>.+?) \()?|(?<called>[^@]*)@provider\.js).*?:(?<line>\d+)(?::\d+)?\)?$/;

/** The number of frames shown at each end of a long stack: an endless recursion has hundreds. */
const SHOWN = 8;

/** One line for each frame of the exception in the author's files, the innermost first. The middle of a long stack is left out. */
export function places(error: Error): string[] {
  const found = [...ownPlaces(error)].map(({ place, name }) => (name === "" ? `    at ${place}` : `    at ${name} (${place})`));
  const leftOut = found.length - 2 * SHOWN;
  return leftOut > 1 ? [...found.slice(0, SHOWN), `    … ${leftOut} more places …`, ...found.slice(-SHOWN)] : found;
}

/** The place in the author's files that called this package, such as `src/index.ts:12`; empty if the build wrote no table. */
export function callersPlace(): string {
  // Reads no more of the stack than necessary, because each declaration asks for its place.
  for (const { place } of ownPlaces(new Error())) return place;
  return "";
}

/** The places of a stack in the author's files, the innermost first, with the names of functions that have one. */
function* ownPlaces({ stack }: Error): Generator<{ readonly place: string; readonly name: string }, void, undefined> {
  if (lines === undefined || stack === undefined) return;
  for (const frame of stack.split("\n")) {
    const match = FRAME.exec(frame)?.groups;
    if (match === undefined) continue;
    const place = original(Number(match["line"]), lines);
    if (place === undefined) continue;
    const named = match["name"] ?? match["called"] ?? "";
    // A function without a name is `<anonymous>`, or `outer/<`.
    yield { place, name: named.includes("<") ? "" : named };
  }
}

function original(line: number, table: Lines): string | undefined {
  for (const [file, runs] of Object.entries(table)) {
    const run = runs.find(([start, , count]) => line >= start && line < start + count);
    if (run !== undefined) return `${file}:${run[1] + line - run[0]}`;
  }
  return undefined;
}
