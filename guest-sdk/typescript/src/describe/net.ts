/** The addresses that a provider wants to reach, as the manifest has them. */

import { ConfigReference } from "../definition/config.js";
import type { Credential, Net, Tls } from "../definition/net.js";
import type { ProviderDefinition } from "../definition/provider.js";
import type { Types } from "../property/types.js";
import type { Json, JsonObject } from "../value/json.js";

/** The part `net` of the permissions. */
export function netOf({ net = [], config }: ProviderDefinition, types: Types): Json[] {
  const nameOf = (reference: ConfigReference, member: string): string => {
    if (!(reference instanceof ConfigReference)) {
      types.problem(undefined, `\`${member}\` in \`net\` is not a reference: write \`Settings.ref("…")\`, where \`Settings\` is the \`config\` of the provider`);
      return "";
    }
    const { name } = reference;
    if (reference.config !== config) types.problem(undefined, `\`${member}\` in \`net\` refers to \`${name}\` of a configuration that is not the \`config\` of the provider`);
    else if (!Object.hasOwn(config.properties, name)) types.problem(undefined, `\`${member}\` in \`net\` refers to \`${name}\`, which is not in the configuration`);
    return name;
  };
  const hostOf = (host: ConfigReference | string): string => {
    if (host instanceof ConfigReference) return `config:${nameOf(host, "host")}`;
    const [, name] = /^config:(.*)$/.exec(host) ?? [];
    if (name !== undefined) types.problem(undefined, `the host \`${host}\` in \`net\` is a text: write \`Settings.ref("${name}")\`, where \`Settings\` is the \`config\` of the provider`);
    return host;
  };
  const credentialOf = (credential: Credential): JsonObject => {
    const hostOnly = credential.hostOnly ?? false;
    if ("bearer" in credential) return { as: "bearer", config: nameOf(credential.bearer, "bearer"), hostOnly };
    if ("header" in credential) return { as: "header", header: credential.header, config: nameOf(credential.value, "value"), hostOnly };
    const [user, password] = credential.basic;
    const known = typeof user === "string" ? { user } : { userConfig: nameOf(user, "basic") };
    return { as: "basic", config: nameOf(password, "basic"), ...known, hostOnly };
  };
  const tlsOf = ({ hostOnly, ...references }: Tls): JsonObject => {
    const named = Object.entries(references).map(([key, reference]) => [key, nameOf(reference, key)] as const);
    return { ...Object.fromEntries(named), ...(hostOnly === undefined ? {} : { hostOnly }) };
  };
  return net.map((wanted) => {
    const { host, required = false, reason = "", safeRequests, credential, tls, proxy } = typeof wanted === "string" ? { host: wanted } : (wanted satisfies Net);
    const spec: JsonObject = { host: hostOf(host), required, reason };
    if (safeRequests !== undefined && safeRequests.length > 0) spec["safeRequests"] = [...safeRequests];
    if (credential !== undefined) spec["credential"] = credentialOf(credential);
    if (tls !== undefined) spec["tls"] = tlsOf(tls);
    if (proxy !== undefined) spec["proxy"] = nameOf(proxy, "proxy");
    return spec;
  });
}
