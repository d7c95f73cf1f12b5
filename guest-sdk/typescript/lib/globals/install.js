/** The globals that the engine of components lacks, or has in a form that the snapshot of a build would freeze. */
import { ProviderError } from "../errors.js";
import { log } from "../call/context.js";
import { ask, isRunning } from "../host/current.js";
import { fill, unit } from "../host/random.js";
import { stringifyKnown } from "../value/unknowns.js";
import { inspect } from "./inspect.js";
function printer(severity) {
    return (...values) => {
        // While modules are loaded, messages have no receiver.
        if (isRunning())
            log(severity, values.map((value) => (typeof value === "string" ? value : inspect(value))).join(" "));
    };
}
/**
 * Messages of `console` belong to the resource of the running call. Printed text is for debugging, and an
 * error there does not fail the deployment.
 */
const CONSOLE = {
    debug: printer("debug"),
    trace: printer("debug"),
    log: printer("debug"),
    dir: printer("debug"),
    info: printer("info"),
    warn: printer("warning"),
    error: printer("warning"),
    assert(condition, ...values) {
        if (!condition)
            this.warn("assertion failed:", ...values);
    },
};
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
/** The largest size of one `getRandomValues`, as in browsers. */
const QUOTA = 65_536;
const CRYPTO = {
    getRandomValues(array) {
        if (array.byteLength > QUOTA)
            throw new RangeError(`getRandomValues gives at most ${QUOTA} bytes at a time`);
        fill(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
        return array;
    },
    randomUUID() {
        const bytes = this.getRandomValues(new Uint8Array(16));
        bytes[6] = (bytes[6] & 0x0f) | 0x40;
        bytes[8] = (bytes[8] & 0x3f) | 0x80;
        const hex = Array.from(bytes, (byte) => HEX[byte]).join("");
        return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
    },
};
/** The engine's own clock begins when the component is built. The host's clock stands still in previews. */
const PERFORMANCE = {
    now: () => (isRunning() ? ask("time", (host) => host.clock.monotonicMs()) : 0),
    timeOrigin: 0,
};
/** Functions that the build adds if the source names them. Without them, a caller gets advice. */
const ABSENT = {
    setTimeout: "use `cx.sleep(milliseconds)` or `cx.wait(…)`",
    setInterval: "use `cx.wait(…)`",
    setImmediate: "call the function itself",
    fetch: "call it by its name, or use `http` of pulumi-wasm-provider: `http.get(url).json()`",
};
function absent(name, instead) {
    return () => {
        throw new ProviderError(`\`${name}\` cannot work in a provider, whose hooks are synchronous\nhint: ${instead}`);
    };
}
/** Values that libraries make of it while they are loaded are the same in every instance, and not secret. */
const whileLoading = Math.random;
/** Puts the globals in their places. `Date` is the engine's own, whose time is the host's. */
export function installGlobals() {
    Math.random = () => (isRunning() ? unit() : whileLoading());
    JSON.stringify = stringifyKnown;
    const globals = { console: CONSOLE, crypto: CRYPTO, performance: PERFORMANCE };
    for (const [name, value] of Object.entries(globals)) {
        Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
    }
    for (const [name, instead] of Object.entries(ABSENT)) {
        Object.defineProperty(globalThis, name, { value: absent(name, instead), writable: true, configurable: true, enumerable: false });
    }
}
