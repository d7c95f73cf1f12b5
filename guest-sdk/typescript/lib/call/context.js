/** The data of a call, and its functions. */
import { ProviderError } from "../errors.js";
import { ask } from "../host/current.js";
import { NO_EXTRA } from "../host/interface.js";
import { text, u32 } from "../host/numbers.js";
import { Shared } from "./shared.js";
import { publish } from "./views.js";
import { waitFor } from "./wait.js";
/** Shows a message of the running call. */
export function log(severity, message, ephemeral = false) {
    ask("log messages", (host) => host.log.emit({ severity, message: text(message), ephemeral, extra: NO_EXTRA }));
}
/** The running call: its resource, and the ways out of the sandbox. */
export class Context {
    /** The resource's URN; empty in calls that concern no resource. */
    urn;
    /** The type token of the resource, or the token of the function. */
    token;
    /** The resource's name in the program; empty if the call has no resource. */
    name;
    /** The project that is deployed; `undefined` if the engine did not say. */
    project;
    /**
     * The stack that is deployed, by its name without the organization, which engines do not tell providers. `undefined`
     * if the engine did not say.
     */
    stack;
    /** True while the engine only asks what would happen: nothing outside may change. */
    preview;
    /** How many milliseconds the call may take, counted from its start. */
    deadline;
    #started;
    #extras;
    #wantsRefresh = false;
    /** For the package itself. */
    constructor(call, extras) {
        this.urn = call.urn;
        this.token = call.token;
        this.name = call.name;
        this.project = call.project ?? undefined;
        this.stack = call.stack ?? undefined;
        this.preview = call.preview;
        this.deadline = call.timeLeftMs;
        this.#started = ask("time", (host) => host.clock.monotonicMs());
        this.#extras = extras;
    }
    /** How many milliseconds of the call's time are left. */
    get remaining() {
        const elapsed = ask("time", (host) => host.clock.monotonicMs()) - this.#started;
        return Math.max(0, this.deadline - elapsed);
    }
    /** The provider's configuration. Not there yet in `configure` and in checks of the configuration itself. */
    config(_config) {
        if (this.#extras.config === undefined) {
            throw new ProviderError("the configuration was asked for before the provider was configured");
        }
        return this.#extras.config;
    }
    /**
     * In `read`, the known inputs: those last recorded, in an import those that are in its id if the
     * resource has an `importId`. `undefined` in an import by id alone, and outside of `read`.
     */
    get inputs() {
        return this.#extras.inputs?.();
    }
    /** The parts as they were last shown, in `read`, `update` and `delete`. */
    get oldViews() {
        return this.#extras.oldViews ?? [];
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
    /** Shows an error, and makes the deployment fail at its end. To fail this call, throw an error instead. */
    error(message) {
        log("error", message);
    }
    /** Shows progress on the resource's status line. It is not kept. */
    status(message) {
        log("info", message, true);
    }
    /** Waits so many milliseconds. Throws a `CancelledError` when the deployment is being ended. */
    sleep(milliseconds) {
        ask("waiting", (host) => host.clock.sleep(u32(milliseconds)));
    }
    /**
     * Looks at something until it is ready, with pauses in which the host can be cancelled. `look` gets the number of the
     * look, from 1, and returns what it found, or `pending("…")`.
     *
     * Throws a `TimedOutError` when the time is over, early enough to still say what there is.
     */
    wait(wait, look) {
        return waitFor(wait, look);
    }
    /** The values that all instances of the component share in this process, if they are costly to make, and rates. */
    get shared() {
        return new Shared();
    }
    /** The value of an environment variable; `undefined` when it is not set. Throws a `DeniedError` without a grant. */
    env(name) {
        return ask("environment variables", (host) => host.env.get(text(name))) ?? undefined;
    }
    /**
     * Records that the thing exists, in the middle of a long `create` or `update`: as soon as there is an id. When the
     * call fails later, however it fails, the engine keeps this state. The last one saved counts. Inputs that are left out
     * are recorded as they were given; outputs that are left out are not recorded. `resume` and `delete` get what there is.
     */
    checkpoint(id, outputs) {
        const save = (written) => {
            ask("checkpoints", (host) => host.checkpoint.save({ id: text(id), outputs: written, extra: NO_EXTRA }));
        };
        if (this.#extras.saveOutputs === undefined)
            save(JSON.stringify(outputs));
        else
            this.#extras.saveOutputs(outputs, save);
    }
    /**
     * Shows parts of the resource as resources of their own, in `create`, `resume`, `read`, `update` and
     * `delete`, previews included. Returns false if the engine shows none: the resource acts the same.
     */
    showViews(steps) {
        return publish(steps, this.preview);
    }
    /** Asks the engine to refresh the resource before it next updates it, in `create`, `resume`, `read` and `update`. */
    refreshBeforeUpdate() {
        this.#wantsRefresh = true;
    }
    /** Whether that was asked. For the package itself. */
    _wantsRefresh() {
        return this.#wantsRefresh;
    }
}
/** The running check. It can do what every context can, and collects what is wrong. */
export class CheckContext extends Context {
    #failures = [];
    #extras;
    /** For the package itself. */
    constructor(call, extras) {
        super(call, extras);
        this.#extras = extras;
    }
    /**
     * The property at `path` is not acceptable. Call it for everything that is wrong, so that the user sees all at once;
     * the deployment stops after the check.
     */
    fail(path, reason) {
        this.#failures.push({ property: path, reason });
    }
    /** The inputs of the last deployment; `undefined` at the first one, and before a replacement. */
    get oldInputs() {
        return this.#extras.oldInputs?.();
    }
    /** The outputs of the last deployment; `undefined` at the first one, and if the engine is too old to send them. */
    get oldOutputs() {
        return this.#extras.oldOutputs?.();
    }
    /** The failures so far. For the package itself. */
    _failures() {
        return this.#failures;
    }
}
