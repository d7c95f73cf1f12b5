/** Secrets that the host sends with requests, and hides from the provider. */
import { UnsupportedError } from "../errors.js";
/** The names of the configuration values that only the host gets. */
export function hostOnlyOf({ net = [] }) {
    const kept = new Set();
    for (const wanted of net) {
        if (typeof wanted === "string")
            continue;
        const { credential, tls } = wanted;
        if (credential?.hostOnly)
            kept.add(secretOf(credential));
        if (tls?.hostOnly && tls.key !== undefined)
            kept.add(tls.key.name);
    }
    return kept;
}
/** The name of the setting with the secret. */
export function secretOf(credential) {
    if ("bearer" in credential)
        return credential.bearer.name;
    return "basic" in credential ? credential.basic[1].name : credential.value.name;
}
/** Makes reading a required value fail if only the host has it. Copies of the settings lack the value. */
export function refuseReading(settings, name) {
    const get = () => {
        throw new UnsupportedError(`\`${name}\` of the configuration is for the host alone, which sends it with requests\nhint: remove \`hostOnly\` from its credential in \`net\` to read it`);
    };
    Object.defineProperty(settings, name, { get, enumerable: false, configurable: true });
}
