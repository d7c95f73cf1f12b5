/** The addresses and variables that a provider asks for. Its user grants them. */
import type { ConfigReference } from "./config.js";
/** A secret of the configuration that the host sends along with requests. With `hostOnly` it never enters the provider. */
export type Credential = {
    readonly hostOnly?: boolean;
} & ({
    /** Sent as `Authorization: Bearer …`. */
    readonly bearer: ConfigReference;
} | {
    /** A user, as a setting or a text, and a password. */
    readonly basic: readonly [user: ConfigReference | string, password: ConfigReference];
} | {
    /** The name of the header that has the value, such as `X-API-Key`. */
    readonly header: string;
    readonly value: ConfigReference;
});
/** The configuration values for TLS with a host. */
export interface Tls {
    /** Certificates of authorities, in PEM, that are trusted in addition to the authorities of the machine. */
    readonly ca?: ConfigReference;
    /** The certificate that the host shows to the server, in PEM; with `key`. */
    readonly certificate?: ConfigReference;
    /** Its key, in PEM: a secret. */
    readonly key?: ConfigReference;
    /** A boolean: whether certificates are left unchecked, if the user granted that by `--allow-insecure-tls`. */
    readonly insecure?: ConfigReference;
    /** Whether the key never enters the provider. */
    readonly hostOnly?: boolean;
}
/** An address that a provider wants to reach. */
export interface Net {
    /** `HOST`, `HOST:PORT`, `*.DOMAIN`, or the setting with the address: `Settings.ref("url")`. */
    readonly host: ConfigReference | string;
    /** Whether adding the package without this grant is an error. */
    readonly required?: boolean;
    readonly reason?: string;
    /**
     * Requests that only read, though their method could change something, as `POST /search`. A GraphQL query needs no
     * entry, and an entry for its path lets mutations pass too.
     */
    readonly safeRequests?: readonly string[];
    /** The secret that the host sends along. */
    readonly credential?: Credential;
    readonly tls?: Tls;
    /** The setting with the address of the requests' proxy. It must not have a default. */
    readonly proxy?: ConfigReference;
}
/** An environment variable that a provider wants to read. */
export interface Env {
    readonly name: string;
    readonly required?: boolean;
    readonly reason?: string;
}
