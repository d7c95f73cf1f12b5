/** The exported functions of a provider with components. */
import { collecting, refusePromise, wireFailures } from "../call/wire.js";
import { tokenOf } from "../definition/token.js";
import { InvalidError, UnsupportedError } from "../errors.js";
import { NO_EXTRA } from "../host/interface.js";
import { PropertyValue } from "../property/property.js";
import { asObject } from "../property/shape.js";
import { given, own } from "../value/own.js";
import { parse } from "../value/parse.js";
import { keyPath } from "../value/path.js";
import { print } from "../value/print.js";
import * as wire from "../value/wire.js";
import { encodeNamed } from "./declaration.js";
import { ComponentContext } from "./context.js";
import { ANYTHING, knownOf } from "./known.js";
import { Output } from "./output.js";
import { declaring, Session } from "./session.js";
/** Functions for every call about components. */
export function componentsOf({ packageName, components, methods, configuration, entered }) {
    const byToken = new Map(components.map((component) => [tokenOf(packageName, component), component]));
    const methodsByToken = new Map(methods.map((method) => [`${tokenOf(packageName, method.of)}/${method.name}`, method]));
    return {
        construct: ({ context, session: number, inputs }) => entered(() => {
            const component = byToken.get(context.token);
            if (component === undefined)
                throw new UnsupportedError(`\`${context.token}\` is not in this component`);
            configuration();
            const session = Session.open(number);
            const cx = ComponentContext._of(session, packageName, context, configuration);
            const outputs = session.during(() => construct(component, parse(inputs), cx));
            return { outputs: print(outputs), extra: NO_EXTRA };
        }),
        callMethod: ({ context, session: number, receiver, arguments: given }) => entered(() => {
            const method = methodsByToken.get(context.token);
            if (method === undefined)
                throw new UnsupportedError(`this component has no method \`${context.token}\``);
            configuration();
            const session = Session.open(number);
            const cx = ComponentContext._of(session, packageName, context, configuration);
            let results = {};
            const failures = collecting(() => {
                results = session.during(() => callMethod(method, JSON.parse(receiver), parse(given), cx));
            });
            return { resultValue: print(results), failures: wireFailures(failures), extra: NO_EXTRA };
        }),
        runCallback: ({ session: number, callback, kind, argument }) => entered(() => {
            if (!KINDS.includes(kind))
                throw new UnsupportedError(`callbacks of the kind \`${kind}\` are not known to this component`);
            const session = Session.find(number);
            const given = JSON.parse(argument);
            const result = session.during(() => (kind === APPLY ? session.run(callback, given) : session.runKept(kind, callback, given)));
            return { resultValue: print(result), extra: NO_EXTRA };
        }),
        close: ({ session }) => entered(() => Session.close(session)),
    };
}
/** The name of a method's result that is one value. */
const RESULT = "result";
/** The kind of callbacks that run once. */
const APPLY = "apply";
/** The kinds of callbacks. */
const KINDS = [APPLY, "transform", "hook"];
function callMethod(method, receiver, given, cx) {
    const self = cx.resource(new Output(receiver, ANYTHING), method.of);
    const made = method.definition.call(self, inputsOf(method, given), cx);
    refusePromise(made, `\`${method.name}\``);
    const { outputs = {} } = method;
    const named = outputs instanceof PropertyValue ? { [RESULT]: made } : (made ?? {});
    return declaring(`what \`${method.name}\` returned cannot be used`, () => encodeAllOf(outputs instanceof PropertyValue ? { [RESULT]: outputs } : outputs, named, method.name, "result"));
}
function construct(component, given, cx) {
    const inputs = inputsOf(component, given);
    const made = component.definition.construct(inputs, cx);
    refusePromise(made, "`construct`");
    return declaring(`what \`construct\` of \`${component.name}\` returned cannot be used`, () => encodeAllOf(component.outputs, made ?? {}, "construct", "output"));
}
/** Writes the result of the author's function. All properties are required. */
function encodeAllOf(properties, returned, by, kind) {
    const made = asObject(returned, `\`${by}\``);
    const encoded = encodeNamed(properties, made, kind);
    const missing = Object.entries(properties).filter(([name, { facts }]) => given(made, name) === undefined && !facts.optional);
    if (missing.length > 0)
        throw new InvalidError(missing.map(([name]) => ({ property: name, reason: "is missing, and is not optional" })));
    return encoded;
}
/** The inputs for the author's function. Known values are checked at once. Throws an `InvalidError` with all failures. */
function inputsOf({ inputs: properties }, values) {
    const failures = [];
    const inputs = {};
    for (const [name, property] of Object.entries(properties)) {
        try {
            inputs[name] = inputOf(property, own(values, name), keyPath("", name));
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
