/** Sends requests under the user's grants. Everything is synchronous: a call returns the answer. */
import { Client } from "./client.js";
/** The default client, and the function that makes clients. */
class Http extends Client {
    /**
     * A client whose requests have something in common: `http.client({ baseUrl: url, bearer: token, attempts: 5 })`. It may be kept, for
     * example by `configure`.
     */
    client(options) {
        return new Client(options);
    }
}
/** HTTP under the grants that the user gave: `http.get(url).ensureOk().json()`. */
export const http = new Http();
