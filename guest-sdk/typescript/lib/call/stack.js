/** Where in the author's source an exception was thrown. */
let lines;
/** Takes the table that the build wrote. */
export function setLines(table) {
    lines = table;
}
/** How many places are shown. */
const SHOWN = 8;
/** One line for each place in the author's files that the exception came through, the innermost first. */
export function places(error) {
    if (lines === undefined || error.stack === undefined)
        return [];
    const found = [];
    for (const frame of error.stack.split("\n")) {
        const match = /^\s*at (?:(.+?) \()?(?:.*?):(\d+)(?::\d+)?\)?$/.exec(frame);
        if (match === null)
            continue;
        const place = original(Number(match[2]), lines);
        if (place === undefined)
            continue;
        const name = match[1] === undefined || match[1] === "<anonymous>" ? "" : match[1];
        found.push(name === "" ? `    at ${place}` : `    at ${name} (${place})`);
    }
    return found.slice(0, SHOWN);
}
function original(line, table) {
    for (const [file, runs] of Object.entries(table)) {
        const run = runs.find(([start, , count]) => line >= start && line < start + count);
        if (run !== undefined)
            return `${file}:${run[1] + line - run[0]}`;
    }
    return undefined;
}
