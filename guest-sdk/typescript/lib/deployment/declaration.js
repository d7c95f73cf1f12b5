/** Declares resources, groups and look-ups: converts an author's declarations to requests to the host. */
import { callersPlace } from "../call/stack.js";
import { ResourceType } from "../definition/resource-type.js";
import { tokenOf } from "../definition/token.js";
import { InvalidError } from "../errors.js";
import { NO_EXTRA } from "../host/interface.js";
import { text } from "../host/numbers.js";
import { anything } from "../property/kinds.js";
import { asObject, encodeAll } from "../property/shape.js";
import { print } from "../value/print.js";
import { Child } from "./child.js";
import { keptHook, MOMENTS } from "./hook.js";
import { encodeOptions, judgeOptions, OF_CHILDREN, OF_LOOKUPS } from "./options.js";
import { declare, declaring, runningSession } from "./session.js";
import { placed } from "./output.js";
import { kept } from "./transform.js";
/** Declares a resource. */
export function register(place, kind, part, type, inputs, options) {
    const { session, packageName } = place;
    const token = text(tokenOf(packageName, type));
    const name = text(options.name ?? `${place.name}-${part}`);
    const position = callersPlace();
    const node = declaring(described(token, name, position), () => {
        mustRun(session);
        judgeOptions(options, OF_CHILDREN);
        const numbers = { transforms: transformsOf(place, options, position), hooks: hooksOf(session, options.hooks, position) };
        const encoded = { inputs: print(encodeInputs(type, inputs)), options: print(encodeOptions(secretive(type, options), place.group, numbers)) };
        return declare((host) => host.register({ session: session.number, kind, token, name, ...encoded, position, extra: NO_EXTRA }));
    });
    return childOf(place, node, { token, name, outputs: outputsOf(type) });
}
/** The transforms of a resource: first its own, then the transforms of the place. The host adds the transforms of a parent. */
function transformsOf({ session, transforms }, options, position) {
    const own = allOf(options.transforms).map((transform) => kept(session, transform, position));
    const all = options.parent === undefined ? [...own, ...transforms] : own;
    return all.length === 0 ? undefined : all;
}
/** The hooks of a resource, by moment. */
function hooksOf(session, hooks, position) {
    const numbers = MOMENTS.map((moment) => [moment, allOf(hooks?.[moment]).map((hook) => keptHook(session, hook, position))]);
    const some = numbers.filter(([, of]) => of.length > 0);
    return some.length === 0 ? undefined : Object.fromEntries(some);
}
/** The functions of an option: one, or several. */
function allOf(given) {
    if (given === undefined)
        return [];
    return typeof given === "function" ? [given] : given;
}
/** Declares a transform of the children of a place. */
export function transform(place, change) {
    declaring(placed("transform"), () => mustRun(place.session));
    place.transforms.push(kept(place.session, change, callersPlace()));
}
/** The options, with the outputs that are secret by the type's schema behind those that the author names. */
function secretive(type, options) {
    if (!(type instanceof ResourceType) || type.secrets.length === 0)
        return options;
    return { ...options, additionalSecretOutputs: [...(options.additionalSecretOutputs ?? []), ...type.secrets] };
}
/** The outputs of a type of the own package. Only its provider knows the outputs of another package. */
export function outputsOf(type) {
    return typeof type === "string" || type instanceof ResourceType ? undefined : type.outputs;
}
/** The handle of a node, whose methods are called from this place. */
export function childOf(place, node, parts) {
    const call = (token, given, options) => lookUp(place, { kind: "method", token, what: "the method", arguments: given }, options);
    return new Child({ ...parts, session: place.session.number, node, call });
}
/** Registers the outputs of a group. */
export function registerOutputs({ session }, group, token, outputs, position) {
    declaring(`the outputs of ${described(token, group.name, position)}`, () => {
        const encoded = print(properties(outputs));
        declare((host) => host.registerOutputs({ session: session.number, node: group._node, outputs: encoded, extra: NO_EXTRA }));
    });
}
/** Declares a look-up, and returns the number of its node. */
export function lookUp(place, wanted, options) {
    const { session } = place;
    const position = callersPlace();
    const token = text(wanted.token);
    const shown = token === "" ? wanted.what : `${wanted.what} \`${token}\``;
    return declaring(`${shown}${position === "" ? "" : ` (${position})`}`, () => {
        mustRun(session);
        judgeOptions(options, OF_LOOKUPS);
        const encoded = { arguments: print(properties(wanted.arguments)), options: print(encodeOptions(options, place.group)) };
        return declare((host) => host.lookUp({ session: session.number, kind: wanted.kind, token, name: text(wanted.name ?? ""), ...encoded, position, extra: NO_EXTRA }));
    });
}
function described(token, name, position) {
    return `\`${token}\` \`${name}\`${position === "" ? "" : ` (${position})`}`;
}
/** A context is valid only in its construction. */
function mustRun(session) {
    if (runningSession() === session)
        return;
    throw new InvalidError("", "it is declared by the context of another or a finished component: use a context only while its component is constructed");
}
/** Properties of a resource that has a token but no schema here. */
function properties(given) {
    return anything(asObject(given, "the properties"), "", "declared");
}
function encodeInputs(type, inputs) {
    if (typeof type === "string" || type instanceof ResourceType)
        return properties(inputs);
    return encodeNamed(type.inputs, inputs, "input");
}
/** Writes properties with these names, and refuses others. Omitted properties are absent. */
export function encodeNamed(known, given, kind) {
    const other = Object.keys(given).find((name) => !Object.hasOwn(known, name));
    if (other !== undefined) {
        const names = Object.keys(known).map((name) => `\`${name}\``);
        throw new InvalidError("", `\`${other}\` is not an ${kind}; ${names.length === 0 ? `it has no ${kind}s` : `the ${kind}s are ${names.join(", ")}`}`);
    }
    return encodeAll(known, given, "", "declared");
}
