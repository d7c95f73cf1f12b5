/** The mistakes in a provider's source, in its author's terms. */
import { relative } from "node:path";
/** A build that ended with mistakes, all of which are told. */
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
/** The mistake as it is told. */
export function written({ file, line, column, message, hint }) {
    const place = file === undefined ? "" : line === undefined ? `${file}: ` : `${file}:${line}${column === undefined ? "" : `:${column}`}: `;
    return `${place}${message}${hint === undefined ? "" : `\nhint: ${hint}`}`;
}
/** Tells a warning: a line of standard error that begins so. */
export function warn(warning) {
    console.error(`warning: ${written(warning)}`);
}
/** A file as the author would name it. */
export function shortName(project, file) {
    const name = relative(project, file).replaceAll("\\", "/");
    return name.startsWith("..") ? file : name;
}
