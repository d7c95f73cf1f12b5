/** The construction of a component, as its author sees it. */
import { clientOf, log, randomBytes, settingsOf } from "../call/context.js";
import { callersPlace } from "../call/stack.js";
import { refusePromise } from "../call/wire.js";
import { Component } from "../definition/component.js";
import { ResourceType } from "../definition/resource-type.js";
import { tokenOf } from "../definition/token.js";
import { ProviderError } from "../errors.js";
import { PropertyValue } from "../property/property.js";
import * as wire from "../value/wire.js";
import { childOf, lookUp, outputsOf, register, registerOutputs, transform } from "./declaration.js";
import { ANYTHING, knownMembers, knownOf } from "./known.js";
import { Output } from "./output.js";
/**
 * The component under construction, or a group in it. It declares resources. Nothing here shows whether it is a
 * preview or an update, because both must declare the same.
 */
export class ComponentContext {
    /** The name of the component in the program, or of the group. */
    name;
    /** The URN of the component. */
    urn;
    /** The type token of the component. */
    token;
    /** The project that is deployed; `undefined` if the engine did not say. */
    project;
    /** The stack that is deployed; `undefined` if the engine did not say. */
    stack;
    #parts;
    /** Internal to this package. */
    constructor(parts) {
        const { call, place } = parts;
        this.name = place.name;
        this.urn = call.urn;
        this.token = call.token;
        this.project = call.project ?? undefined;
        this.stack = call.stack ?? undefined;
        this.#parts = parts;
    }
    /** The context of a construction. Internal to this package. */
    static _of(session, packageName, call, configuration) {
        return new ComponentContext({ call, configuration, place: { session, packageName, name: call.name, group: undefined, transforms: [] } });
    }
    child(part, type, inputs = {}, options = {}) {
        const isRemote = type instanceof ResourceType ? type.isComponent : type instanceof Component;
        return register(this.#parts.place, isRemote ? "remote" : "custom", part, type, inputs, options);
    }
    component(part, type, inputs = {}, options = {}) {
        const isComponent = typeof type === "string" || (type instanceof ResourceType ? type.isComponent : type instanceof Component);
        if (!isComponent) {
            const place = callersPlace();
            const { name } = type;
            throw new ProviderError(`\`${name}\`${place === "" ? "" : ` at ${place}`} is a resource, not a component\nhint: declare it with \`cx.child\``);
        }
        return register(this.#parts.place, "remote", part, type, inputs, options);
    }
    /**
     * Declares a group: a resource that contains the resources that `content` declares with its context. Its type is a
     * name, such as `Backend` for `site:index:Backend`, or a token of your package. The result of `content` is its
     * outputs.
     *
     *     cx.group("backend", "Backend", (cx) => {
     *       const queue = cx.child("queue", "aws:sqs/queue:Queue");
     *       return { url: queue.output<string>("url") };
     *     })
     */
    group(part, type, content, options = {}) {
        const { place } = this.#parts;
        const token = tokenOf(place.packageName, { name: type, module: undefined });
        const position = callersPlace();
        const group = register(place, "group", part, token, {}, options);
        const inside = new ComponentContext({ ...this.#parts, place: { ...place, name: group.name, group, transforms: [] } });
        const outputs = content(inside);
        refusePromise(outputs, `the function of the group \`${group.name}\``);
        registerOutputs(place, group, token, (outputs ?? {}), position);
        return group;
    }
    /**
     * Changes the children that are declared after this call, and all resources below them, by a function. The host
     * calls it before the engine creates a resource, and after the functions of the resource's option `transforms`.
     *
     *     cx.transform((child) => {
     *       if (child.token.startsWith("aws:")) child.inputs.tags = { ...child.inputs.tags, site: "docs" };
     *     });
     *
     * It may be called more than once for a resource, and declares nothing. Resources of packages that are not in
     * `packages` stay unchanged.
     */
    transform(change) {
        transform(this.#parts.place, change);
    }
    read(part, type, state, options = {}) {
        const { place } = this.#parts;
        const name = `${place.name}-${part}`;
        const token = tokenOf(place.packageName, type);
        const node = lookUp(place, { kind: "read", token, name, what: `\`${name}\`, a look-up of`, arguments: state }, options);
        return childOf(place, node, { token, name, outputs: outputsOf(type) });
    }
    invoke(type, inputs = {}, options = {}) {
        const { place } = this.#parts;
        const node = lookUp(place, { kind: "invoke", token: tokenOf(place.packageName, type), what: "the function", arguments: inputs }, options);
        if (typeof type === "string")
            return new Output(wire.output(node, ""), ANYTHING);
        const { outputs } = type;
        return outputs instanceof PropertyValue ? new Output(wire.output(node, "result"), knownOf(outputs)) : new Output(wire.output(node, ""), knownMembers(outputs));
    }
    resource(reference, type, options = {}) {
        const { place } = this.#parts;
        const node = lookUp(place, { kind: "reference", token: "", what: "the resource of a reference", arguments: { resource: reference } }, options);
        const token = type === undefined ? "" : tokenOf(place.packageName, type);
        return childOf(place, node, { token, name: "", outputs: type && outputsOf(type) });
    }
    /** The settings of the provider's configuration. */
    config(_config) {
        return settingsOf(this.#parts.configuration());
    }
    /** The value that `configure` of the configuration returned. */
    client(_config) {
        return clientOf(this.#parts.configuration());
    }
    /** Shows a message if the user asks for debug output. */
    debug(message) {
        log("debug", message);
    }
    /** Shows a message. */
    info(message) {
        log("info", message);
    }
    /** Shows a warning. */
    warn(message) {
        log("warning", message);
    }
    /** This many bytes derived from the component's URN: the same in a preview and its update. */
    random(count) {
        return randomBytes(count);
    }
}
