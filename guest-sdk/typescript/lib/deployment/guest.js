/** The exported functions of a provider with components. */
import { refusePromise } from "../call/wire.js";
import { tokenOf } from "../definition/token.js";
import { InvalidError, UnsupportedError } from "../errors.js";
import { NO_EXTRA } from "../host/interface.js";
import { asObject } from "../property/shape.js";
import { parse } from "../value/parse.js";
import { keyPath } from "../value/path.js";
import { print } from "../value/print.js";
import * as wire from "../value/wire.js";
import { encodeNamed } from "./declaration.js";
import { Deployment } from "./deployment.js";
import { knownOf } from "./known.js";
import { Output } from "./output.js";
import { declaring, Session } from "./session.js";
/** Functions for every call about components. */
export function componentsOf({ packageName, components, configuration, entered }) {
    const byToken = new Map(components.map((component) => [tokenOf(packageName, component), component]));
    return {
        construct: ({ context, session: number, inputs }) => entered(() => {
            const component = byToken.get(context.token);
            if (component === undefined)
                throw new UnsupportedError(`\`${context.token}\` is not in this component`);
            configuration();
            const session = Session.open(number);
            const cx = Deployment._of(session, packageName, context, configuration);
            const outputs = session.during(() => construct(component, parse(inputs), cx));
            return { outputs: print(outputs), extra: NO_EXTRA };
        }),
        callMethod: ({ context }) => entered(() => {
            throw new UnsupportedError(`this component has no method \`${context.token}\``);
        }),
        runCallback: ({ session: number, callback, kind, argument }) => entered(() => {
            if (kind !== DERIVE)
                throw new UnsupportedError(`callbacks of the kind \`${kind}\` are not known to this component`);
            const session = Session.find(number);
            const result = session.during(() => session.run(callback, JSON.parse(argument)));
            return { resultValue: print(result), extra: NO_EXTRA };
        }),
        close: ({ session }) => entered(() => Session.close(session)),
    };
}
/** The one kind of callback that there is. */
const DERIVE = "derive";
function construct(component, given, cx) {
    const inputs = inputsOf(component, given);
    const made = component.definition.construct(inputs, cx);
    refusePromise(made, "`construct`");
    const outputs = (made ?? {});
    return declaring(`what \`construct\` of \`${component.name}\` returned cannot be used`, () => {
        const encoded = encodeNamed(component.outputs, asObject(outputs, "`construct`"), "output");
        const missing = Object.entries(component.outputs).filter(([name, { facts }]) => outputs[name] === undefined && !facts.optional);
        if (missing.length > 0)
            throw new InvalidError(missing.map(([name]) => ({ property: name, reason: "is missing, and is not optional" })));
        return encoded;
    });
}
/** What `construct` gets. Values that are there are checked at once. Throws an `InvalidError` with all that is wrong. */
function inputsOf({ inputs: properties }, given) {
    const failures = [];
    const inputs = {};
    for (const [name, property] of Object.entries(properties)) {
        try {
            inputs[name] = inputOf(property, given[name], keyPath("", name));
        }
        catch (error) {
            if (!(error instanceof InvalidError))
                throw error;
            failures.push(error);
        }
    }
    if (failures.length > 0)
        throw new InvalidError(failures.flatMap((error) => error.failures));
    return inputs;
}
function inputOf(property, value, path) {
    const isThere = value === undefined || !wire.containsOutput(value);
    const known = isThere || property.facts.plain ? property.decode(value, path, "plain") : undefined;
    if (property.facts.plain)
        return known;
    return new Output(value ?? property.facts.default ?? property.facts.constant, knownOf(property));
}
