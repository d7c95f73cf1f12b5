/** Hooks: functions that run before or after a child is created or updated. */
import { meant } from "../call/fail.js";
import { refusePromise } from "../call/wire.js";
import { ANYTHING } from "./known.js";
import { located } from "./output.js";
import { about, declaring } from "./session.js";
/** The moments at which hooks run. */
export const MOMENTS = ["beforeCreate", "afterCreate", "beforeUpdate", "afterUpdate"];
/** Stores a function, and returns its number for the host. `place` is its place in the author's source. */
export function keptHook(session, hook, place) {
    const at = located("the hook", place);
    return session.keep((argument) => {
        const told = declaring(`the argument of ${at}`, () => read(argument));
        let given;
        try {
            given = hook(told);
        }
        catch (error) {
            // The error goes to the engine, which fails this resource alone; a crash would end the whole construction.
            throw about(at, meant(error));
        }
        refusePromise(given, `the function of ${at}`);
        return null;
    });
}
function read({ event, type: token, name, urn, id, newInputs, oldInputs, newOutputs, oldOutputs }) {
    const there = Object.entries({ id, newInputs, oldInputs, newOutputs, oldOutputs }).filter((entry) => entry[1] !== undefined);
    const read = Object.fromEntries(there.map(([name, value]) => [name, ANYTHING.read(value, name)]));
    return { event, token, name, urn, ...read };
}
