/** What the host sends with requests and keeps from the provider. */
import { UnsupportedError } from "../errors.js";
/** The names of the values of the configuration that the host keeps to itself. */
export function withheldOf({ net = [], config }) {
    const withheld = new Set();
    for (const want of net) {
        if (typeof want === "string")
            continue;
        const { credential, tls } = want;
        if (credential?.withhold)
            withheld.add("bearer" in credential ? credential.bearer : "basic" in credential ? credential.basic : credential.config);
        if (tls?.withhold && tls.key !== undefined)
            withheld.add(tls.key);
    }
    for (const [name, { facts }] of Object.entries(config?.properties ?? {})) {
        if (facts.credential?.withhold)
            withheld.add(name);
    }
    return withheld;
}
/** Puts in the place of a required value that was withheld what says so when it is read. Copies of the whole do without it. */
export function refuseReading(settings, name) {
    const get = () => {
        throw new UnsupportedError(`\`${name}\` of the configuration is withheld: the host sends it with requests, and the provider does not get it\nhint: take \`withhold\` away from its credential to read it`);
    };
    Object.defineProperty(settings, name, { get, enumerable: false, configurable: true });
}
