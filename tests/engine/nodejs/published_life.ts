// A program as its author published it: the variable PUBLISHED_PROGRAM has its file, which was compiled beside this one.
import * as path from "path";

export async function program() {
    const file = path.basename(process.env.PUBLISHED_PROGRAM ?? "", ".ts");
    const module = require.resolve(`./${file}.js`);
    // Each step runs the program again.
    delete require.cache[module];
    return { ...require(module) };
}
