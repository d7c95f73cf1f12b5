/** The mistakes in a provider's source, in its author's terms. */
import { relative } from "node:path";
import ts from "typescript";
/** A parameter, a part of one, or its rest, without a type. */
export const UNTYPED = new Set([7006, 7019, 7031]);
/** A complaint of a result as a whole. */
const RESULT = /type '(Created|Previewed|ReadResult|Result|Updated)\b/;
/** Whether the type checker reports a hook with a mistake, or a consequence. */
export function isOfHook(found, mistakes) {
    return mistakes.some(({ hook }) => {
        if (found.file !== hook.getSourceFile() || found.start === undefined)
            return false;
        if (found.start === hook.name?.getStart())
            return true;
        const isInside = hook.getStart() <= found.start && found.start < hook.getEnd();
        return isInside && (UNTYPED.has(found.code) || RESULT.test(ts.flattenDiagnosticMessageText(found.messageText, " ")));
    });
}
/** The place of a node in the author's files. */
export function placeOf(node, folder) {
    const file = node.getSourceFile();
    const { line, character } = file.getLineAndCharacterOfPosition(node.getStart());
    return { file: shortName(folder, file.fileName), line: line + 1, column: character + 1 };
}
/** All mistakes of a build. */
export class Mistakes extends Error {
    all;
    constructor(all) {
        super(all.map(written).join("\n"));
        this.all = all;
    }
}
/** The exception of the author's modules while they were loaded. */
export class LoadError extends Error {
    /** The lines and columns of the bundle that it came through, the innermost first. */
    frames;
    constructor(message, frames) {
        super(message);
        this.frames = frames;
    }
}
/** The text of the mistake. */
export function written({ file, line, column, message, hint }) {
    const place = file === undefined ? "" : line === undefined ? `${file}: ` : `${file}:${line}${column === undefined ? "" : `:${column}`}: `;
    return `${place}${message}${hint === undefined ? "" : `\nhint: ${hint}`}`;
}
/** Writes a warning to standard error: a line that begins with `warning: `. */
export function warn(warning) {
    console.error(`warning: ${written(warning)}`);
}
/** A file as the author would name it. */
export function shortName(project, file) {
    const name = relative(project, file).replaceAll("\\", "/");
    return name.startsWith("..") ? file : name;
}
