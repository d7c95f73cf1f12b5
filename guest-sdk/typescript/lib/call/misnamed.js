/** Names in results that are not properties. */
import { closest } from "../closest.js";
import { given } from "../value/own.js";
import { log } from "./context.js";
/**
 * Reports returned names that are not recorded. A result may come from a server's answer with further members, so
 * most such names appear in debug output only. A name that is similar to a missing property is probably a slip: a
 * warning. It is a warning and not an error, because the resource exists already.
 */
export function tellMisnamed(returned, known, wanted, of) {
    const lacking = Object.keys(wanted).filter((name) => given(returned, name) === undefined);
    const other = [];
    for (const name of Object.keys(returned)) {
        if (given(returned, name) === undefined || Object.hasOwn(known, name))
            continue;
        const meant = closest(name, lacking);
        if (meant === undefined)
            other.push(`\`${name}\``);
        else
            log("warning", `\`${of}\` returned \`${name}\`, which is not one of its properties, so it is not kept: did you mean \`${meant}\`?`);
    }
    if (other.length > 0)
        log("debug", `\`${of}\` returned ${other.join(", ")}, which are not among its properties, so they are not kept`);
}
