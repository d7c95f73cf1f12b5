/** The data of a call, and its functions. */
import { ProviderError } from "../errors.js";
import { ask } from "../host/current.js";
import { NO_EXTRA } from "../host/interface.js";
import { text, u32 } from "../host/numbers.js";
import { fill } from "../host/random.js";
import { UNKNOWN } from "../value/special.js";
import { Shared } from "./shared.js";
import { publish } from "./views.js";
import { waitFor } from "./wait.js";
/** Shows a message of the running call. */
export function log(severity, message, ephemeral = false) {
    ask("log messages", (host) => host.log.emit({ severity, message: message === UNKNOWN ? "[unknown]" : text(message), ephemeral, extra: NO_EXTRA }));
}
/** This many random bytes. */
export function randomBytes(count) {
    const bytes = new Uint8Array(count);
    fill(bytes);
    return bytes;
}
/** The result of `configure`. Fails without a configuration. */
export function clientOf(configured) {
    const { client } = needed(configured);
    if (client === undefined)
        throw new ProviderError("the configuration has no client\nhint: return one from `configure` of `config({ … }, { configure(settings, cx) { … } })`");
    return client;
}
/** The settings. Fails without a configuration. */
export function settingsOf(configured) {
    return needed(configured).settings;
}
function needed(configured) {
    if (configured === undefined)
        throw new ProviderError("the configuration was asked for before the provider was configured");
    return configured;
}
/** The context of every hook: the interfaces in `contexts.ts` say which part of it a hook sees. */
export class HookContext {
    urn;
    token;
    name;
    project;
    stack;
    preview;
    #ends;
    #extras;
    #wantsRefresh = false;
    constructor(call, extras) {
        this.urn = call.urn;
        this.token = call.token;
        this.name = call.name;
        this.project = call.project ?? undefined;
        this.stack = call.stack ?? undefined;
        this.preview = call.preview;
        this.#ends = ask("time", (host) => host.clock.monotonicMs()) + call.timeLeftMs;
        this.#extras = extras;
    }
    get timeLeft() {
        return Math.max(0, this.#ends - ask("time", (host) => host.clock.monotonicMs()));
    }
    config(_config) {
        return settingsOf(this.#extras.configured);
    }
    client(_config) {
        return clientOf(this.#extras.configured);
    }
    get oldViews() {
        return this.#extras.oldViews ?? [];
    }
    debug(message) {
        log("debug", message);
    }
    info(message) {
        log("info", message);
    }
    warn(message) {
        log("warning", message);
    }
    error(message) {
        log("error", message);
    }
    status(message) {
        log("info", message, true);
    }
    sleep(milliseconds) {
        ask("waiting", (host) => host.clock.sleep(u32(milliseconds)));
    }
    wait(backoff, look) {
        return waitFor(backoff, look);
    }
    get shared() {
        return new Shared();
    }
    env(name) {
        return ask("environment variables", (host) => host.env.get(text(name))) ?? undefined;
    }
    random(count) {
        return randomBytes(count);
    }
    checkpoint(id, outputs) {
        const save = (written) => {
            ask("checkpoints", (host) => host.checkpoint.save({ id: text(id), outputs: written, extra: NO_EXTRA }));
        };
        if (this.#extras.saveOutputs === undefined)
            save(JSON.stringify(outputs));
        else
            this.#extras.saveOutputs(outputs, save);
    }
    views(steps) {
        return publish(steps, this.preview);
    }
    refreshBeforeUpdate() {
        this.#wantsRefresh = true;
    }
    /** Whether the refresh was requested. */
    wantsRefresh() {
        return this.#wantsRefresh;
    }
}
/** The context of a check, which collects failures. */
export class FailuresContext extends HookContext {
    failures = [];
    fail(path, reason) {
        this.failures.push({ property: path, reason });
    }
}
