/** The provider's configuration: the address of the server, and the credentials. */

import { config, http, string } from "pulumi-wasm-provider";

/** Where the API begins on every server. */
const API = "/api/v1";

/** The address of the server, and its API key. */
export const Settings = config(
  {
    /**
     * The address of the server's HTTP API, such as `http://127.0.0.1:8081`. Setting it permits the provider to
     * talk to this address, and to no other.
     */
    serverUrl: string().pattern(
      "^https?://[^?#]+$",
      "an address such as `http://127.0.0.1:8081`, up to the path of the API",
    ),
    /**
     * The server's `api-key`. Where it is not configured, the environment variable `PDNS_API_KEY` has it, provided
     * that the package may read that.
     */
    apiKey: string().secret().env("PDNS_API_KEY"),
    /** Which server behind the API is meant. An authoritative server has only itself, under the name `localhost`. */
    serverId: string().default("localhost"),
  },
  {
    configure: (settings) => http.client({ baseUrl: serverAddress(settings), headers: { "X-API-Key": settings.apiKey } }),
  },
);

/** The address up to and including the server's id. */
export function serverAddress({ serverUrl, serverId }: { serverUrl: string; serverId: string }): string {
  return `${base(serverUrl)}${API}/servers/${serverId}`;
}

/** The address as people may write it, without what the provider adds anyway. */
export function base(url: string): string {
  const address = url.replace(/\/+$/, "");
  return (address.endsWith(API) ? address.slice(0, -API.length) : address).replace(/\/+$/, "");
}
